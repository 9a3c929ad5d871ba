// Separate small chats imported by one person, alone and beside another person who works (decision 121).
//   node bench/imports.ts [--chats 500] [--together 100] [--turns 2] [--letters 300]
// `together` is the number of chats of one request; each has so many turns, whose texts have so many letters.
// Exits with 1 when the other person's calls take more than twice as long (p95) as before the import.
import { parseArgs } from 'node:util'
import { otherPerson } from './lib/attacks/attack.ts'
import { headersOf, openSite } from './lib/attacks/site.ts'
import { setTimeout as sleep } from 'node:timers/promises'

const text = { type: 'string' as const }
const options = { chats: text, together: text, turns: text, letters: text }
const { values } = parseArgs({ options })
const chats = Number(values.chats ?? 500)
const together = Number(values.together ?? 100)
const turns = Number(values.turns ?? 2)
const letters = Number(values.letters ?? 300)
const MAX_RATIO = 2
const QUIET_MS = 10_000

const site = await openSite({}, { limits: { requestsPerMinute: 1_000_000 } })
const alone = await imported('alone')
const other = otherPerson(site, site.victim)
await other.mark()
await sleep(QUIET_MS)
const quiet = await other.mark()
const beside = await imported('beside')
const busy = await other.mark()
other.stop()
await site.product.kill()

const [before, during] = [quiet.ms.calls, busy.ms.calls]
const ratio = (during?.p95 ?? 0) / (before?.p95 ?? 1)
console.log(`${chats} chats of ${turns} turns, ${together} in a request`)
console.log(`alone ${alone.toFixed(1)} ms a chat, beside another person ${beside.toFixed(1)} ms a chat`)
console.log(
  `the other person’s calls: p50 ${before?.p50} → ${during?.p50} ms, p95 ${before?.p95} → ${during?.p95} ms`,
)
console.log(`of p95 ${ratio.toFixed(2)} (at most ${MAX_RATIO}); refused ${busy.refused.length}`)
process.exitCode = ratio <= MAX_RATIO ? 0 : 1

/** Imports the chats; returns the milliseconds of one. */
async function imported(label: string): Promise<number> {
  const began = performance.now()
  for (let done = 0; done < chats; done += together) {
    const part = Array.from({ length: Math.min(together, chats - done) }, (_, at) => chat(label, done + at))
    const reply = await fetch(`${site.product.url}/api/v1/projects/import`, {
      method: 'POST',
      headers: headersOf(site.attacker),
      body: JSON.stringify({ name: 'Old', chats: part, separately: true, skipKnown: true }),
    })
    const said = await reply.text()
    if (reply.status !== 201) throw new Error(`the import answered ${reply.status} ${said.slice(0, 200)}`)
  }
  return (performance.now() - began) / chats
}

function chat(label: string, index: number) {
  return {
    name: `Chat ${label} ${index}`,
    turns: Array.from({ length: turns }, (_, turn) => ({
      queryText: `${label} ${words(letters / 3, index * turns + turn)}`,
      responseText: words(letters, index * turns + turn + 7),
      created: new Date(Date.UTC(2025, 0, 1) + (index * turns + turn) * 60_000).toISOString(),
    })),
  }
}

function words(length: number, seed: number): string {
  let result = ''
  for (let n = seed * 977; result.length < length; n++) result += `${(n * 7919).toString(36)} `
  return result
}
