// Decides what a mail failure means: whether the same mail may succeed later.

export interface MailFailure {
  readonly ok: false;
  /** The reason as a customer may see it, without a full stop. */
  readonly reason: string;
  /** The same without any word of the mail server, which may quote addresses. */
  readonly maskedReason: string;
  /** Further details for the operator; only logged. */
  readonly detail: string;
  /** The same mail to the same address would fail again. */
  readonly isPermanent: boolean;
}

interface SmtpError {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
  readonly permanent?: unknown;
  readonly message?: unknown;
}

/** Failures that the operator must repair; the mail itself is valid. */
const OUR_OWN = new Set(['EAUTH', 'ENOAUTH', 'ETLS', 'ECONFIG']);

export function smtpFailure(error: unknown): MailFailure {
  const { code, response, permanent, message }: SmtpError = typeof error === 'object' && error !== null ? error : {};
  const answer = typeof response === 'string' ? response : undefined;
  const isOurOwn = typeof code === 'string' && OUR_OWN.has(code);
  return {
    ok: false,
    reason: reasonOf(answer, isOurOwn, (said) => `the mail server answered ${JSON.stringify(oneLine(said))}`),
    maskedReason: reasonOf(answer, isOurOwn, statusWords),
    detail: oneLine(typeof message === 'string' ? message : 'no reason was given'),
    isPermanent: permanent === true && !isOurOwn,
  };
}

/** Customers read this text, so it must not reveal the mail server's address or its answer to our sign-in. */
function reasonOf(response: string | undefined, isOurOwn: boolean, quote: (response: string) => string): string {
  if (isOurOwn) return 'the mail server does not accept us';
  return response === undefined ? 'the mail server cannot be reached' : quote(response);
}

/** The status code of an answer, without its text. */
export function statusWords(response: string): string {
  const [code] = /^\d{3}/.exec(response) ?? [];
  return code === undefined ? 'the mail server answered' : `the mail server answered ${code}`;
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
}
