// A process that holds the live streams of many people, as their pages do. Started by others with `fork`; hears `Pages`, sends `Told`.
import http from 'node:http'

export interface Pages {
  readonly baseUrl: string
  readonly people: readonly { readonly id: number; readonly token: string }[]
  /** Asks for the bell's list when it hears of a change: at once, or as pages do, after a part of the time that the server says. */
  readonly asks: 'not' | 'at once' | 'spread'
}

export type Told =
  | { readonly is: 'open' }
  /** At `at`, a time of `Date.now()`, somebody heard of a change; `listed` once they had the list. */
  | { readonly is: 'told' | 'listed'; readonly context: number; readonly at: number }

const RETRY_MS = 2_000
const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity })
const send = (told: Told) => process.send?.(told)

process.on('message', ({ baseUrl, people, asks }: Pages) => {
  let open = 0
  for (const { id, token } of people) {
    const headers = { authorization: `Bearer ${token}`, 'x-requested-with': 'XMLHttpRequest' }
    http.get(`${baseUrl}/api/v1/notifications/${id}/subscribe`, { agent, headers }, (stream) => {
      stream.setEncoding('utf8')
      if (++open === people.length) send({ is: 'open' })
      stream.on('data', (piece: string) => {
        for (const [, context] of piece.matchAll(/"context":(14|16)\b/g)) {
          send({ is: 'told', context: Number(context), at: Date.now() })
          if (asks === 'not') continue
          const spreadMs = asks === 'spread' ? Number(/"spreadMs":(\d+)/.exec(piece)?.[1] ?? 0) : 0
          setTimeout(() => list(baseUrl, id, headers, Number(context)), Math.random() * spreadMs)
        }
      })
    })
  }
})

function list(baseUrl: string, id: number, headers: http.OutgoingHttpHeaders, context: number): void {
  const address = `${baseUrl}/api/v1/notifications/${id}?read=false&limit=10&banners=true`
  http.get(address, { agent, headers }, (reply) => {
    reply.resume().on('end', () => {
      if (reply.statusCode === 200) send({ is: 'listed', context, at: Date.now() })
      else setTimeout(() => list(baseUrl, id, headers, context), RETRY_MS)
    })
  })
}
