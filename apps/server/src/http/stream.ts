/** One server-sent event, ready to be written. `data` holds no line end (JSON or a marker). */
export interface ServerSentEvent {
  id?: number
  event: string
  data: string
}

/**
 * What a call with `reply: 'events'` returns. `follow` is called once the reply has begun; each batch of events it is given
 * is written at once; a list that goes to several readers is not changed afterwards. It resolves when the stream has ended. `signal` ends when the client goes away or its session does.
 */
export interface EventSource {
  follow(write: (events: readonly ServerSentEvent[]) => void, signal: AbortSignal): Promise<void>
}
