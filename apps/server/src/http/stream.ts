/** One server-sent event. `data` must not contain a line break (JSON or a marker). */
export interface ServerSentEvent {
  id?: number
  event: string
  data: string
}

/**
 * The result of a call with `reply: 'events'`. `follow` is called once the reply has begun, and each batch of events passed
 * to it is written at once; do not change a list after passing it. Resolves when the stream has ended. `signal` aborts when
 * the client disconnects or its session ends.
 */
export interface EventSource {
  follow(write: (events: readonly ServerSentEvent[]) => void, signal: AbortSignal): Promise<void>
}
