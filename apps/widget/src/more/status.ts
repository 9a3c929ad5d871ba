import type { Turn } from '../chat.ts'
import type { Scene } from '../more.ts'
import { TEXTS } from './texts.ts'

/** Returns the place of a question in the queue, that its answer was stopped, or why there is none; nothing otherwise. */
export function statusOf(turn: Turn, scene: Scene): string {
  const { queue, stopped } = TEXTS[scene.look.lang]
  if (turn.state === 'failed') return problemOf(turn, scene)
  if (turn.state === 'stopped') return stopped
  return turn.state === 'answering' && turn.ahead ? queue.replace('#', String(turn.ahead)) : ''
}

/** Returns why there is no answer; counts the seconds down where there are some. */
export function problemOf({ errorCode, amount, since }: Turn, { look, chat }: Scene): string {
  const texts = TEXTS[look.lang]
  switch (errorCode ?? '') {
    case 'OFFLINE':
      return texts.offline
    case 'TOKEN_INVALID':
      return texts.ended
    case 'CHATBOT_QUESTION_LONG':
      // Beside long instructions, also a question within its limit can be too long.
      return amount ? texts.long.replace('#', String(amount)) : texts.shorten
    case 'CHATBOT_CLOSED':
    case 'ORIGIN_REFUSED':
    case 'NOT_FOUND':
    case 'LICENSE_EXPIRED':
    case 'QUEUE_FULL':
    case 'SERVER_BUSY':
      return texts.closed
    case 'CHATBOT_CAP':
    case 'TOO_MANY_STREAMS':
    case 'TOO_MANY_ATTEMPTS': {
      const wait = Math.max(1, Math.ceil(amount + (since - Date.now()) / 1_000))
      if (wait > 1) setTimeout(() => chat.onChange(), 1_000)
      return `${texts.busy} ${durationOf(wait, look.lang)}.`
    }
    default:
      return texts.error
  }
}

/** “in 20 seconds”, in the largest unit that is not below two. */
function durationOf(seconds: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language)
  if (seconds < 120) return format.format(seconds, 'second')
  return seconds < 7_200
    ? format.format(Math.ceil(seconds / 60), 'minute')
    : format.format(Math.ceil(seconds / 3_600), 'hour')
}
