/** What the client must know about an operation to send it. */
export interface OperationRow {
  /** Only the console's contract has the operation. */
  readonly console?: true;
  /** The operation takes no API key. */
  readonly keyless?: true;
  readonly method: string;
  /** Below the prefix of the contract, with parameters in braces. */
  readonly path: string;
  readonly reads?: true;
  /** The operation takes an Idempotency-Key. */
  readonly idempotent?: true;
  readonly body?: 'empty' | 'json';
  readonly query?: true;
  readonly paging?: { readonly by: 'offset' | 'cursor'; readonly maxLimit: number };
  readonly streams?: true;
  /** How long the server may take, where it is not the usual time. */
  readonly deadlineMs?: number;
}
