import type { Dispatcher } from 'undici'
import { AnswerBody, type OutboundBody } from './answer-body.ts'

export interface OutboundResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Must be read to its end or destroyed. Slow reading slows the sender down. */
  readonly body: OutboundBody
}

/** Builds a response from undici's handler events. */
export class AnswerHandler implements Dispatcher.DispatchHandler {
  readonly #signal: AbortSignal | undefined
  readonly #resolve: (response: OutboundResponse) => void
  readonly #reject: (reason: unknown) => void
  readonly #onAbort = (): void => this.#abort()
  #controller: Dispatcher.DispatchController | undefined
  #body: AnswerBody | undefined

  constructor(
    signal: AbortSignal | undefined,
    resolve: (response: OutboundResponse) => void,
    reject: (reason: unknown) => void,
  ) {
    this.#signal = signal
    this.#resolve = resolve
    this.#reject = reject
    signal?.addEventListener('abort', this.#onAbort, { once: true })
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#signal?.aborted) this.#abort()
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: OutboundResponse['headers'],
  ): void {
    // Ignores informational responses (100, 103).
    if (status < 200) return
    this.#body = new AnswerBody(controller)
    this.#resolve({ status, headers, body: this.#body })
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#body?.push(chunk)
  }

  onResponseEnd(): void {
    this.#unlisten()
    this.#body?.end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#unlisten()
    if (this.#body) this.#body.fail(error)
    else this.#reject(error)
  }

  /** Closes the connection; before it exists, rejects at once. */
  #abort(): void {
    const reason = this.#signal?.reason as Error
    if (this.#controller) this.#controller.abort(reason)
    else this.#reject(reason)
  }

  #unlisten(): void {
    this.#signal?.removeEventListener('abort', this.#onAbort)
  }
}
