import type { Person } from '#access/index.ts'
import { OPTION_NAMES, type Engine, type PromptOptionValues } from '#engines/engine.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import { Problem } from '#problem.ts'
import type { DirectEvent, DirectQuestion } from '#features/answers/index.ts'
import type { AskableTag } from '#features/models/index.ts'
import { isWithheld, requireMaySendNow, type Confidentiality } from '#features/confidentiality/index.ts'
import type { ProjectsService } from '#features/projects/index.ts'
import type { QueriesService } from '#features/queries/index.ts'
import type { SettingsService } from '#features/settings/index.ts'
import { isEnough, MOST_READ, titleOf } from './cleaning.ts'
import { promptOf, tokensFor } from './rules.ts'
import { findUntitled, type Untitled } from './store.ts'

/** A title that waits longer is not written. */
const WAIT_MS = 600_000

export interface TitlesDeps {
  readonly db: Pick<Database, 'orm' | 'pool'>
  readonly log: Pick<Log, 'debug' | 'error'>
  /** Whether the configuration has titles on. */
  readonly isOn: () => boolean
  readonly confidentiality: Pick<Confidentiality, 'ofMessage'>
  readonly settings: Pick<SettingsService, 'valueOf'>
  readonly projects: Pick<ProjectsService, 'giveTitle'>
  readonly queries: Pick<QueriesService, 'isConfidential'>
  readonly models: { tagForPrompt(tagId: number): Promise<AskableTag & { readonly isLocal: boolean }> }
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

/** Opens the titles of new chats: after the first answer, the chat’s own model writes one (decision 100). */
export function openTitles(deps: TitlesDeps): Titles {
  const closing = new AbortController()
  /** The last title that is being written for each chat, or tab, that needs one. */
  const pending = new Map<string, Promise<void>>()
  const writeOne = async (found: Untitled) => {
    try {
      await title(deps, found, closing.signal)
    } catch (error) {
      // No room, a model that fails, somebody who left: the question's beginning stays.
      const passes = error instanceof Problem || closing.signal.aborted || isAbort(error)
      deps.log[passes ? 'debug' : 'error']({ err: error, messageId: found.id }, 'no title was written')
    }
  }
  /** Tabs get a title each; several that only their chat needs one from wait for each other, because the first may fail. */
  const enqueue = (found: Untitled) => {
    const key = found.namesTab ? `tab ${found.tabId}` : `chat ${found.projectId}`
    const before = pending.get(key)
    const work = before ? before.then(() => again(found.id)) : writeOne(found)
    pending.set(key, work)
    void work.finally(() => {
      if (pending.get(key) === work) pending.delete(key)
    })
  }
  const again = async (id: number) => {
    if (closing.signal.aborted) return
    try {
      for (const found of await findUntitled(deps.db.pool, deps.confidentiality, [id])) await writeOne(found)
    } catch (error) {
      deps.log.debug({ err: error, messageId: id }, 'no title was written')
    }
  }
  const writeAll = async (messageIds: readonly number[]) => {
    const untitled = await findUntitled(deps.db.pool, deps.confidentiality, messageIds)
    for (const found of untitled) enqueue(found)
  }
  return {
    write(messageIds) {
      if (!deps.isOn() || closing.signal.aborted || messageIds.length === 0) return
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
    channel: 'web',
    tag,
    messages: promptOf(found),
    options: { ...loadingOptions(deps.engineOf(tag.providerId), found.options), num_predict: tokensFor(tag) },
    reasoning: false,
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
    else if (event.type === 'reasoned') {
      thinking += text.length
      text = ''
    } else if (event.type === 'thinking') thinking += event.text.length
    // The line at the maximum length is half a title, or none.
    else if (event.type === 'end' && event.reason === 'length')
      return text.slice(0, text.lastIndexOf('\n') + 1)
    if (isEnough(text) || thinking > MOST_READ.thinking) break
  }
  return text
}
