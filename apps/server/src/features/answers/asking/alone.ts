// Answers of prompts that belong to no tab, for features that store their answers themselves.
import { RETRIEVED_CHUNKS, type PromptOptionValues, type UsageChannel } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import type { ChatChoices, SourceEvent } from '../context/index.ts'
import type { AskingDeps } from './deps.ts'
import type { DirectEvent } from './direct.ts'
import type { AskableTag } from '#features/models/index.ts'
import { turnModel } from './turn-model.ts'

/** A question without a tab. The caller checks the viewer's access. */
export interface AloneQuestion {
  readonly viewer: Person
  readonly channel: UsageChannel
  readonly tag: AskableTag
  readonly prompt: string
  readonly options: Readonly<PromptOptionValues>
  /** Without a data source: its answer, and what a judge reads of it, may go to any provider (decision 86). */
  readonly choices: Omit<ChatChoices, keyof typeof NO_DATASOURCE>
  readonly language: string
  readonly signal: AbortSignal
}

/** Messages have positive tab ids. */
const NO_TAB = 0
const NO_DATASOURCE = { datasourceId: 0, amountOfChunks: RETRIEVED_CHUNKS.default }

/**
 * Asks like the first question of a new chat, with the same context sources, and stores only the usage count. Yields
 * `status` with the phase `reading` when its turn has come: the engine is asked when the next event is read.
 * @throws Problem as Direct.answer
 */
export async function* answerAlone(
  { assemble, direct, engineOf }: Pick<AskingDeps, 'assemble' | 'direct' | 'engineOf'>,
  asked: AloneQuestion,
): AsyncGenerator<DirectEvent | SourceEvent> {
  const { viewer, channel, tag, prompt, options, choices, language, signal } = asked
  const { messages, sources, events } = await assemble({
    viewer,
    choices: { ...choices, ...NO_DATASOURCE },
    tabId: NO_TAB,
    isFirst: true,
    replacesId: null,
    shown: null,
    prompt,
    isConfidential: false,
    attachments: [],
    options,
    language,
    model: turnModel(engineOf, tag),
    reserve: () => true,
  })
  yield* events
  yield* direct.answer({
    viewer,
    channel,
    tag,
    messages,
    options,
    language,
    signal,
    ...(sources ? { sources } : {}),
  })
}
