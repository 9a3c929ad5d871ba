// Attacks that once succeeded, each against its own product with the default limits, and the latency of another user
// meanwhile. Everything runs on this machine; the attacker and the model server have the lowest process priority.
// The baseline is the same user at a second product that nobody attacks, while the attacker repeats the same requests at
// the same times against a server that does nothing (lib/attacks/client-load.ts).
//   node bench/attacks.ts [--only bodies,readers]
// Exits with 1 when an attack succeeds, or when the other user's p95 is over twice the baseline (and over 25 ms; for
// questions and sign-ins, one a second each, over 500 ms).
import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { counted, KINDS, otherPerson, type Attack, type Calls, type Other } from './lib/attacks/attack.ts'
import { bodies } from './lib/attacks/bodies.ts'
import { lowerPriority, openElsewhere, recordRequests } from './lib/attacks/client-load.ts'
import { copiedToken } from './lib/attacks/copied-token.ts'
import { embeddings } from './lib/attacks/embeddings.ts'
import { followers } from './lib/attacks/followers.ts'
import { largeImport } from './lib/attacks/large-import.ts'
import { linkedAccount } from './lib/attacks/linked-account.ts'
import { lockOut } from './lib/attacks/lock-out.ts'
import { readers } from './lib/attacks/readers.ts'
import { openSite } from './lib/attacks/site.ts'
import { wrongNumber } from './lib/attacks/wrong-number.ts'

const ATTACKS: Readonly<Record<string, Attack>> = {
  bodies,
  sso: linkedAccount,
  number: wrongNumber,
  import: largeImport,
  readers,
  token: copiedToken,
  followers,
  lockout: lockOut,
  embeddings,
}
const WARM_MS = 2_000
const CALM_MS = 10_000
const SHORT_MS = 3_000
const SMALLEST_MS = { calls: 25, questions: 500, signIns: 500 }

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const chosen = values.only?.split(',') ?? Object.keys(ATTACKS)
let failures = 0
for (const name of chosen) {
  const attack = ATTACKS[name]
  if (!attack) throw new Error(`There is no attack "${name}". There are: ${Object.keys(ATTACKS).join(', ')}.`)
  // One process per attack: a process that has lowered its priority may not raise it again.
  failures += chosen.length > 1 ? again(name) : await run(name, attack)
}
if (chosen.length > 1) console.log(failures === 0 ? '\nNothing got through.' : `\n${failures} got through.`)
process.exit(failures === 0 ? 0 : 1)

function again(name: string): number {
  const args = [...process.execArgv, import.meta.filename, '--only', name]
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0 ? 0 : 1
}

async function run(name: string, attack: Attack): Promise<number> {
  console.log(`\n${name}: ${attack.what}`)
  // All processes start before the priority is lowered, which they would inherit.
  const site = await attack.open()
  const unharmed = await openSite()
  const elsewhere = await openElsewhere()
  const [other, unharmedOther] = [site, unharmed].map((one) => otherPerson(one, one.victim)) as [Other, Other]
  await warmUp(other)
  await sleep(CALM_MS)
  const calm = await other.mark()
  lowerPriority()
  const recorded = recordRequests()
  const began = performance.now()
  const through = [...(await attack.run(site, (line) => console.log(`  ${line}`)).catch(failed))]
  const isShort = performance.now() - began < SHORT_MS
  const during = await other.mark()
  const recording = recorded()
  other.stop()
  await site.product.kill()
  await warmUp(unharmedOther)
  await elsewhere.repeat(recording)
  const loaded = await unharmedOther.mark()
  unharmedOther.stop()
  await unharmed.product.kill()
  console.log(`  ${recording.sent.length} requests in ${Math.round(recording.ms / 100) / 10} s`)
  for (const kind of KINDS) {
    const [before, baseline, meanwhile] = [calm.ms[kind], loaded.ms[kind], during.ms[kind]]
    console.log(
      `  another person's ${kind}: ${told(before)} calm, ${told(baseline)} with the load elsewhere, ${told(meanwhile)} meanwhile`,
    )
    const most = Math.max(2 * (baseline?.p95 ?? 0), SMALLEST_MS[kind])
    // Questions and sign-ins are sent once a second: none may end during a short attack.
    if ((meanwhile?.p95 ?? (isShort ? 0 : Infinity)) > most)
      through.push(`another person's p95 of ${kind} is over ${Math.round(most)} ms`)
  }
  if (during.refused.length > 0) through.push(`another person was refused: ${counted(during.refused)}`)
  for (const what of through) console.log(`  THROUGH: ${what}`)
  return through.length > 0 ? 1 : 0
}

/** Lets another user's process and its product compile what it uses. */
async function warmUp(other: Other): Promise<void> {
  await other.mark()
  await sleep(WARM_MS)
  await other.mark()
}

function told(ms: Calls['ms']['calls']): string {
  return ms ? `p50 ${ms.p50}, p95 ${ms.p95}, worst ${ms.max} ms of ${ms.n}` : 'nothing'
}

function failed(error: unknown): string[] {
  return [`the attack ended with ${error instanceof Error ? error.message : 'an error'}`]
}
