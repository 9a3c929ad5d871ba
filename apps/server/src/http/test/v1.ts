// Requests to /v1 of a server.
import { TOKEN, type HttpServer } from '#test/http-server.ts'

export interface Failed {
  error: { message: string; type: string; param: string | null; code: string | null }
}
export const failure = async (reply: Response) => ((await reply.json()) as Failed).error
export const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}

export function v1Of(server: () => HttpServer) {
  const ask = (path: string, init: RequestInit = {}, token: string | undefined = TOKEN) =>
    fetch(`${server().url}/v1/${path}`, {
      ...init,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        'content-type': 'application/json',
        ...(init.headers as Record<string, string> | undefined),
      },
    })
  const complete = (init: RequestInit = {}, token = TOKEN) =>
    ask('chat/completions', { method: 'POST', body: '{}', ...init }, token)
  return { ask, complete }
}
