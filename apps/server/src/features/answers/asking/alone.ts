// Answers to questions that belong to no tab, for features that store their answers themselves.
import { RETRIEVED_CHUNKS, type PromptOptionValues, type UsageChannel } from '@polylogue/contract'
import type { Person, Viewer } from '#access/index.ts'
import { requireMaySend, type UsedSources } from '#features/confidentiality/index.ts'
import type { AskableTag } from '#features/models/index.ts'
import type { Assembled, ChatChoices, EarlierTurn, Question, SourceEvent } from '../context/index.ts'
import type { AskingDeps } from './deps.ts'
import type { DirectEvent } from './direct.ts'

/** A question without a tab. The caller checks the viewer's access. */
export interface AloneQuestion {
  /** Whose rights count: the sources of its prompt return what this person may read. */
  readonly viewer: Person
  /** Who asks, by whom limits, turns and usage count; default the viewer. */
  readonly asker?: Viewer
  readonly channel: UsageChannel
  readonly tag: AskableTag
  readonly prompt: string
  readonly options: Readonly<PromptOptionValues>
  readonly choices: Pick<ChatChoices, 'custInstWhoId' | 'custInstRespondId'> & Partial<ChatChoices>
  /** The conversation so far, oldest first; default none. */
  readonly earlier?: readonly EarlierTurn[]
  readonly language: string
  readonly signal: AbortSignal
  /**
   * Called with what the prompt has of data sources before the engine gets it, so that the caller stores it first: no answer
   * is ever without it (decision 86). `statistics` says what did not fit. A rejection ends the question.
   */
  readonly beforeSending?: (used: UsedSources, statistics: Assembled['statistics']) => Promise<void>
}

/** Messages have positive tab ids. */
const NO_TAB = 0
const NO_DATASOURCE = { datasourceId: 0, amountOfChunks: RETRIEVED_CHUNKS.default }

type Deps = Pick<AskingDeps, 'assemble' | 'direct' | 'engineOf' | 'models'>

/**
 * Asks like a question of a chat, with the same context sources, and stores only the usage count. Yields `status` with the
 * phase `reading` when its turn has come: the prompt is made and the engine asked when the next event is read.
 * @throws Problem as Direct.answer; CONFIDENTIAL_TURN
 */
export function answerAlone(deps: Deps, asked: AloneQuestion): AsyncGenerator<DirectEvent | SourceEvent> {
  const { viewer, asker = viewer, channel, tag, prompt, options, language, signal, earlier = [] } = asked
  return deps.direct.answerAssembled({
    viewer: asker,
    channel,
    tag,
    options,
    language,
    signal,
    bytes: earlier.reduce(
      (sum, { question, answer }) => sum + question.length + answer.length,
      prompt.length,
    ),
    assembled: ({ reserve }) => assembled(deps, asked, reserve),
  })
}

async function assembled(deps: Deps, asked: AloneQuestion, reserve: Question['reserve']): Promise<Assembled> {
  const { viewer, tag, prompt, options, language, earlier = [], beforeSending } = asked
  const choices = { ...NO_DATASOURCE, ...asked.choices }
  const isPlain = choices.datasourceId === 0 && earlier.length === 0
  // While it waited, its model may have moved to a provider that is not local.
  const { isLocal, providerName } = isPlain ? tag : await deps.models.tagForPrompt(tag.tagId)
  const made = await deps.assemble({
    viewer,
    choices,
    tabId: NO_TAB,
    isFirst: earlier.length === 0,
    earlier,
    replacesId: null,
    shown: null,
    prompt,
    isConfidential: false,
    attachments: [],
    options,
    language,
    model: { ...tag, engine: deps.engineOf(tag.providerId), isLocal },
    reserve,
  })
  await beforeSending?.(made.used, made.statistics)
  requireMaySend(made.used, { isLocal, providerName })
  return made
}
