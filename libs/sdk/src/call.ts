/** What a method of the client takes besides its parameters. */
export interface CallOptions {
  /** Ends the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Names a write, so that it happens once however often it is sent. Left out: a random one for each call. */
  readonly idempotencyKey?: string | undefined;
  /** How often a failed request is sent again; 0: never. */
  readonly retries?: number | undefined;
  /** How long the call may take, its retries included. */
  readonly deadlineMs?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface Answer<T> {
  readonly data: T;
  /** The response, for its status and headers. Its body has been read. */
  readonly response: Response;
}

/** A request that is on its way: `await` it for the data, or `await call.withResponse()` for the headers too. */
export type Call<T> = Promise<T> & { withResponse(): Promise<Answer<T>> };

/** A list that is asked for when it is used: `await` gives one page, `for await` every item of every page. */
export interface List<Page, Item> extends PromiseLike<Page>, AsyncIterable<Item> {
  catch<R>(onRejected: (reason: unknown) => R | PromiseLike<R>): Promise<Page | R>;
  finally(onSettled: () => void): Promise<Page>;
  withResponse(): Promise<Answer<Page>>;
}

export function callOf<T>(answer: Promise<Answer<T>>): Call<T> {
  const data = answer.then((each) => each.data);
  const withResponse = (): Promise<Answer<T>> => {
    // Whoever takes the answer handles its failure there.
    data.catch(() => undefined);
    return answer;
  };
  return Object.assign(data, { withResponse });
}
