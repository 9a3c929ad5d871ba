// What the head of the page has asked the server already (early.js), before this code was there.

interface Early {
  token: string
  /** When it was asked, by `performance.now()`. */
  at: number
  replies: Map<string, Promise<Response>>
}

declare global {
  interface Window {
    polylogueEarly?: Early
  }
}

/** After this many milliseconds a reply is asked for anew: the page was slow, or came back from the browser's memory. */
const FRESH = 15_000

/** `fetch` that takes the reply of an early request instead of asking again; each is taken once. */
export const fetchEarly: typeof fetch = async (input, init) => {
  const reply = takeEarly(input, init)
  // One that failed is asked for again, as if it had never been.
  if (reply) return reply.catch(() => fetch(input, init))
  return fetch(input, init)
}

function takeEarly(input: RequestInfo | URL, init: RequestInit | undefined): Promise<Response> | undefined {
  const early = window.polylogueEarly
  if (!early || typeof input !== 'string' || init?.method !== 'GET') return undefined
  const isMine = new Headers(init.headers).get('authorization') === `Bearer ${early.token}`
  if (!isMine || performance.now() - early.at > FRESH) return undefined
  const reply = early.replies.get(input)
  early.replies.delete(input)
  return reply
}
