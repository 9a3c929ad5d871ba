// The interface of an attack, and the comparison with a baseline.
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { summary } from '../figures.ts'
import { PASSWORD, type Person, type Site } from './site.ts'

export interface Attack {
  readonly what: string
  /** Starts the system under attack. */
  open(): Promise<Site>
  /** Runs the attack; returns what succeeded, or nothing when the defence held. `told` writes a line for the reader. */
  run(site: Site, told: (line: string) => void): Promise<readonly string[]>
}

/** Cheap calls; short questions to Guide, until the answer is complete; sign-ins. */
export const KINDS = ['calls', 'questions', 'signIns'] as const
type Kind = (typeof KINDS)[number]

export interface Calls {
  readonly ms: Readonly<Record<Kind, ReturnType<typeof summary>>>
  readonly refused: readonly string[]
}

export interface Other {
  /** Returns latencies and rejected calls of this user since the last call. The first call starts them. */
  mark(): Promise<Calls>
  stop(): void
}

/** Starts the process of a user who works during the attack. */
export function otherPerson({ product }: Site, { token, id, tabId, email }: Person): Other {
  const args = [product.url, token, String(id), String(tabId), email, PASSWORD]
  const child = fork(join(import.meta.dirname, 'other-person.ts'), args)
  return {
    mark: () =>
      new Promise((resolve) => {
        child.once('message', ({ took, refused }: { took: Record<Kind, number[]>; refused: string[] }) =>
          resolve({
            ms: {
              calls: summary(took.calls),
              questions: summary(took.questions),
              signIns: summary(took.signIns),
            },
            refused,
          }),
        )
        child.send('mark')
      }),
    stop: () => child.kill(),
  }
}

/** Polls `look` until it returns true or the time is over; resolves with the result. */
export async function within(ms: number, look: () => Promise<boolean> | boolean): Promise<boolean> {
  const end = performance.now() + ms
  while (performance.now() < end) {
    if (await look()) return true
    await sleep(250)
  }
  return false
}

/** Counts equal words, as `429 ×30, 200 ×2`. */
export function counted(words: readonly (string | number)[]): string {
  const counts = new Map<string | number, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].map(([word, count]) => `${word} ×${count}`).join(', ')
}
