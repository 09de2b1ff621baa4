-- JSON as it was given: json would do, but Prisma's Json loses a header that is called __proto__.
ALTER TABLE monitor ALTER COLUMN request_headers TYPE text;
