/** The present state does not allow a change; its transaction is undone. Answered with `status`. */
export class ChangeError extends Error {
  override readonly name = 'ChangeError';

  /**
   * @param status 404: what it is about does not exist; 409: something has to be done first; 410: it is no longer valid
   * @param message a whole sentence for the caller
   */
  constructor(
    readonly status: 404 | 409 | 410,
    message: string,
  ) {
    super(message);
  }
}
