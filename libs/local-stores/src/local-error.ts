/** A failure that the user can fix: the message is one sentence that says what is wrong and what to do. */
export class LocalError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LocalError';
  }
}
