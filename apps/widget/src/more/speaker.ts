import type { Turn } from '../chat.ts'
import type { Scene } from '../more.ts'
import { problemOf } from './status.ts'

/** Returns what reads an answer out while it grows: whole sentences, and in the end the rest or what went wrong. */
export function speakerOf(turn: Turn, scene: Scene, answer: HTMLElement): () => void {
  // What was answered before the page was opened is not read out.
  let spoken = turn.isNew ? 0 : -1
  return () => {
    const open = turn.state === 'answering'
    if (open) spoken = Math.max(spoken, 0)
    if (spoken < 0) return
    const words = [...answer.children]
      .map((block) => block.textContent)
      .join('\n')
      .slice(spoken)
    const ended = open ? (/^[^]*[.!?:\u2026\u3002](?=\s)/.exec(words)?.[0] ?? '') : words
    if (ended.trim()) scene.say(ended)
    spoken = open ? spoken + ended.length : -1
    if (turn.state === 'failed') scene.say(problemOf(turn, scene))
  }
}
