// Computes the waiting state of a run before its first text, and its speed. Pure.
import { isParked, type Run } from '#features/runs/index.ts'

export type Waiting =
  | { kind: 'sending' }
  | { kind: 'parked' }
  /** `seconds`: estimated wait until it starts, if known. */
  | { kind: 'queued'; ahead: number; seconds: number | undefined }
  /** The engine is at capacity; the server retries in this many seconds. */
  | { kind: 'limited'; seconds: number }
  | { kind: 'loading' }
  /** `progress`: processed part of the prompt, 0 to 1, if known. */
  | { kind: 'reading'; seconds: number; progress?: number }
  | { kind: 'thinking'; seconds: number }

/** Returns what an answer is waiting for; undefined once its text has started. `now` is the time of the page. */
export function waitingOf(run: Run, now: number): Waiting | undefined {
  if (isParked(run)) return { kind: 'parked' }
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

/** Returns the remaining part of the estimate in the last event, at least one second. */
function leftOf({ answer, heardAt }: Run, now: number): number | undefined {
  if (answer.seconds === undefined) return undefined
  return Math.max(1, answer.seconds - Math.max(0, Math.floor((now - heardAt) / 1_000)))
}

/** Returns the reasoning time of a run in whole seconds; undefined if it has no reasoning. */
export function thoughtSeconds(run: Run, now: number): number | undefined {
  if (run.thoughtFrom === undefined) return undefined
  return Math.max(0, Math.round(((run.thoughtTo ?? now) - run.thoughtFrom) / 1_000))
}

/** Average characters per token: four in Latin text, 2.5 in Cyrillic and Greek, one in Chinese and Japanese. */
function lettersPerToken(text: string): number {
  const sample = text.slice(-400)
  if (/[぀-ヿ㐀-鿿가-힯]/.test(sample)) return 1.2
  return /[Ͱ-ӿ]/.test(sample) ? 2.5 : 4
}

/**
 * Estimates the tokens of a text and the tokens per second since its first piece. The stream carries text, not tokens; the
 * finished message has the exact count of the engine.
 */
export function speedOf(run: Run): { tokens: number; perSecond: number | undefined } {
  const { text } = run.answer
  const tokens = Math.max(1, Math.round(text.length / lettersPerToken(text)))
  const seconds = run.wroteFrom === undefined ? 0 : (run.heardAt - run.wroteFrom) / 1_000
  return { tokens, perSecond: seconds >= 0.5 ? tokens / seconds : undefined }
}
