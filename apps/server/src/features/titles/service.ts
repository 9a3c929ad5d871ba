import type { Person } from '../../access/index.ts'
import { OPTION_NAMES, type Engine, type PromptOptionValues } from '../../engines/engine.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Log } from '../../platform/log.ts'
import { Problem } from '../../problem.ts'
import type { DirectEvent, DirectQuestion, PromptTag } from '../answers/index.ts'
import { isWithheld, requireMaySendNow, type Confidentiality } from '../confidentiality/index.ts'
import type { ProjectsService } from '../projects/index.ts'
import type { QueriesService } from '../queries/index.ts'
import type { SettingsService } from '../settings/index.ts'
import { MOST_READ, titleOf } from './cleaning.ts'
import { promptOf } from './rules.ts'
import { findUntitled, type Untitled } from './store.ts'

/** A title that waits longer is not written. */
const WAIT_MS = 600_000

export interface TitlesDeps {
  readonly db: Pick<Database, 'orm' | 'pool'>
  readonly log: Pick<Log, 'debug' | 'error'>
  /** Whether the configuration has titles on. */
  readonly isOn: boolean
  readonly confidentiality: Pick<Confidentiality, 'ofMessage'>
  readonly settings: Pick<SettingsService, 'valueOf'>
  readonly projects: Pick<ProjectsService, 'giveTitle'>
  readonly queries: Pick<QueriesService, 'isConfidential'>
  readonly models: { tagForPrompt(tagId: number): Promise<PromptTag & { readonly isLocal: boolean }> }
  readonly engineOf: (providerId: number) => Pick<Engine, 'options'>
  readonly viewerOf: (userId: number) => Promise<Person | undefined>
  readonly answer: (asked: DirectQuestion) => AsyncIterable<DirectEvent>
}

export interface Titles {
  /** Writes titles for the chats in which these answers are the first, in the background. Never rejects. */
  write(messageIds: readonly number[]): void
  /** Gives up the titles that are being written: their chats keep the question's beginning. */
  close(): void
}

export function openTitles(deps: TitlesDeps): Titles {
  const closing = new AbortController()
  /** The chats whose titles are being written: several of their tabs may be answered at once. */
  const pending = new Set<number>()
  const writeOne = async (found: Untitled) => {
    if (pending.has(found.projectId)) return
    pending.add(found.projectId)
    try {
      await title(deps, found, closing.signal)
    } catch (error) {
      // No room, a model that fails, somebody who left: the question's beginning stays.
      const passes = error instanceof Problem || closing.signal.aborted || isAbort(error)
      deps.log[passes ? 'debug' : 'error']({ err: error, messageId: found.id }, 'no title was written')
    } finally {
      pending.delete(found.projectId)
    }
  }
  const writeAll = async (messageIds: readonly number[]) => {
    const untitled = await findUntitled(deps.db.pool, deps.confidentiality, messageIds)
    for (const found of untitled) void writeOne(found)
  }
  return {
    write(messageIds) {
      if (!deps.isOn || closing.signal.aborted || messageIds.length === 0) return
      writeAll(messageIds).catch((error: unknown) => {
        deps.log.debug({ err: error }, 'no titles were written')
      })
    },
    close: () => closing.abort(),
  }
}

const isAbort = (error: unknown) =>
  error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')

async function title(deps: TitlesDeps, found: Untitled, closing: AbortSignal): Promise<void> {
  const viewer = await deps.viewerOf(found.userId)
  if (!viewer?.permissions.has('can_use_chat')) return
  if ((await deps.settings.valueOf(deps.db.orm, found.userId, 'chatTitles')) === 'false') return
  const tag = await deps.models.tagForPrompt(found.modelTagId)
  if (isWithheld(found, tag)) return
  const asked: DirectQuestion = {
    viewer,
    door: 'web',
    tag,
    messages: promptOf(found),
    options: loadingOptions(deps.engineOf(tag.providerId), found.options),
    language: 'en',
    isBackground: true,
    signal: AbortSignal.any([closing, AbortSignal.timeout(WAIT_MS)]),
    // It may have been deleted, its data sources become confidential, or the model external, while it waited.
    atItsTurn: async () => {
      await deps.queries.isConfidential(viewer, found.id)
      await requireMaySendNow(
        () => deps.queries.isConfidential(viewer, found.id),
        () => deps.models.tagForPrompt(found.modelTagId),
      )
    },
  }
  const written = titleOf(await replyOf(deps.answer(asked)), found)
  if (written === undefined) return
  // Rejects when the message was deleted meanwhile: nothing is named after it then.
  await deps.queries.isConfidential(viewer, found.id)
  await deps.projects.giveTitle(viewer, found, written)
}

/** Returns the options that a change of would reload the model, as the answer had them. */
function loadingOptions(
  engine: Pick<Engine, 'options'>,
  options: Record<string, unknown>,
): Readonly<PromptOptionValues> {
  const uses = engine.options()
  const kept = OPTION_NAMES.filter((name) => uses[name] === 'load' && options[name] !== undefined)
  return Object.fromEntries(kept.map((name) => [name, options[name]])) as PromptOptionValues
}

/** Returns the reply, read as far as a title needs. */
async function replyOf(events: AsyncIterable<DirectEvent>): Promise<string> {
  let text = ''
  let thinking = 0
  for await (const event of events) {
    if (event.type === 'text') text += event.text
    else if (event.type === 'thinking') thinking += event.text.length
    if (text.length > MOST_READ.text || thinking > MOST_READ.thinking) break
  }
  return text
}
