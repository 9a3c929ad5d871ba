// What a run says about itself while it has no text yet, and how fast it writes. Pure.
import type { Run } from '../stream/index.ts'

export type Waiting =
  | { kind: 'sending' }
  | { kind: 'parked' }
  /** `seconds`: in about how many its turn comes, where that is known. */
  | { kind: 'queued'; ahead: number; seconds: number | undefined }
  /** The engine refuses for lack of capacity, and is asked again in so many seconds. */
  | { kind: 'limited'; seconds: number }
  | { kind: 'loading' }
  /** `progress`: how much of the prompt is read, 0 to 1, where that is known. */
  | { kind: 'reading'; seconds: number; progress?: number }
  | { kind: 'thinking'; seconds: number }

/** What an answer waits for; undefined once its text has begun. `now` is the page's clock. */
export function waitingOf(run: Run, now: number): Waiting | undefined {
  if (run.parked) return { kind: 'parked' }
  if (run.answer.text !== '') return undefined
  const seconds = Math.floor((now - run.began) / 1_000)
  switch (run.answer.phase) {
    case 'queued':
      return { kind: 'queued', ahead: run.answer.ahead ?? 0, seconds: leftOf(run, now) }
    case 'limited':
      return { kind: 'limited', seconds: leftOf(run, now) ?? 1 }
    case 'loading':
      return { kind: 'loading' }
    case 'thinking':
      return { kind: 'thinking', seconds: Math.floor((now - (run.thoughtFrom ?? run.began)) / 1_000) }
    case 'reading': {
      const { progress } = run.answer
      return progress === undefined ? { kind: 'reading', seconds } : { kind: 'reading', seconds, progress }
    }
    case 'answering':
      return { kind: 'reading', seconds }
    case undefined:
      return run.queryId === undefined ? { kind: 'sending' } : { kind: 'reading', seconds }
  }
}

/** What is left of the time that was told with the last event; never nothing, for it is a guess. */
function leftOf({ answer, heardAt }: Run, now: number): number | undefined {
  if (answer.seconds === undefined) return undefined
  return Math.max(1, answer.seconds - Math.max(0, Math.floor((now - heardAt) / 1_000)))
}

/** How long a run has reasoned, in whole seconds; undefined when it has not. */
export function thoughtSeconds(run: Run, now: number): number | undefined {
  if (run.thoughtFrom === undefined) return undefined
  return Math.max(0, Math.round(((run.thoughtTo ?? now) - run.thoughtFrom) / 1_000))
}

/** Letters of a token, on average: Latin text has four, Cyrillic and Greek two and a half, Chinese and Japanese one. */
function lettersPerToken(text: string): number {
  const sample = text.slice(-400)
  if (/[぀-ヿ㐀-鿿가-힯]/.test(sample)) return 1.2
  return /[Ͱ-ӿ]/.test(sample) ? 2.5 : 4
}

/**
 * About how many tokens a text is, and how many come per second since the text began: the stream carries text, not tokens,
 * so both are estimates until the finished message brings the engine's own count.
 */
export function speedOf(run: Run): { tokens: number; perSecond: number | undefined } {
  const { text } = run.answer
  const tokens = Math.max(1, Math.round(text.length / lettersPerToken(text)))
  const seconds = run.wroteFrom === undefined ? 0 : (run.heardAt - run.wroteFrom) / 1_000
  return { tokens, perSecond: seconds >= 0.5 ? tokens / seconds : undefined }
}
