// Somebody who works on during an attack: a process of its own that asks two cheap calls ten times a second.
//   node other-person.ts URL TOKEN USER_ID TAB_ID     told 'mark', it sends what came since the last mark
import { setTimeout as sleep } from 'node:timers/promises'

const [url = '', token = '', userId = '', tabId = ''] = process.argv.slice(2)
const EVERY_MS = 100
const headers = { authorization: `Bearer ${token}`, 'x-requested-with': 'XMLHttpRequest' }
let took: number[] = []
let refused: string[] = []

process.on('message', () => {
  process.send?.({ took, refused })
  took = []
  refused = []
})

for (;;) {
  await sleep(EVERY_MS)
  void ask(`users/${userId}`)
  void ask(`queries/${tabId}/queries`)
}

async function ask(path: string): Promise<void> {
  const began = performance.now()
  try {
    const reply = await fetch(`${url}/api/v1/${path}`, { headers, signal: AbortSignal.timeout(60_000) })
    await reply.arrayBuffer()
    if (!reply.ok) refused.push(String(reply.status))
    took.push(performance.now() - began)
  } catch (error) {
    refused.push(error instanceof Error ? error.message : 'failed')
    took.push(performance.now() - began)
  }
}
