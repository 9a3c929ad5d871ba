// The server of apart.ts: an app whose database and event loop the bench can ask about.
import { withApp } from './in-process.ts'
import type { Order, Reply } from './apart.ts'
import { watchHolds, type Holds } from './holds.ts'

const send = (reply: Reply) => process.send?.(reply)

await withApp(async (db, { id, contextId, baseUrl, token }) => {
  let end: (() => Holds) | undefined
  process.on('message', (order: Order) => {
    if (order.kind === 'query')
      db.pool.query(order.text, [...order.values]).then(
        ({ rows }) => send({ rows }),
        (error: unknown) => send({ failure: String(error) }),
      )
    else if (order.kind === 'watch') {
      end = watchHolds()
      send({ watching: true })
    } else send({ holds: end?.() ?? { longest: 0, busiest: 0 } })
  })
  send({ reader: { id, contextId, baseUrl, token } })
  await new Promise((resolve) => process.once('disconnect', resolve))
})
