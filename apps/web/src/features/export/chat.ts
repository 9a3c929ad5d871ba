// A whole chat for export: all messages, and one version per turn. Pure except for the loading.
import type { Message, Project, Tab } from '@polylogue/contract'
import { contract, placeName } from '@polylogue/contract/browser'
import type { Api } from '#lib/api.ts'
import { fileNameOf } from '#lib/save-file.ts'

export interface Chat {
  project: Project
  tab: Tab
  /** Every version, oldest first. */
  messages: readonly Message[]
  /** The older versions that are shown instead of the newest. */
  shownIds: readonly number[]
}

/** Maximum page size of the endpoint. */
const PAGE = 500

/** Loads all messages of a tab page by page; `onProgress` receives the number loaded so far. */
export async function loadChat(
  api: Api,
  { project, tab, shownIds }: Pick<Chat, 'project' | 'tab' | 'shownIds'>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (known: number) => void },
): Promise<Chat> {
  const known = new Map<number, Message>()
  let cursor: string | null | undefined
  do {
    const query: { limit: number; cursor?: string } = { limit: PAGE, ...(cursor && { cursor }) }
    const { data, meta } = await api.call(
      contract.queries.list,
      { params: { id: tab.id }, query },
      { signal },
    )
    for (const message of data.Queries) known.set(message.id, message)
    cursor = meta.nextCursor
    onProgress(known.size)
  } while (cursor)
  const messages = [...known.values()].toSorted(
    (one, other) => one.turnId - other.turnId || one.id - other.id,
  )
  return { project, tab, messages, shownIds }
}

/** Returns one version per turn, oldest turn first: the shown one, or the newest. */
export function turnsOf({ messages, shownIds }: Pick<Chat, 'messages' | 'shownIds'>): Message[] {
  const turns = new Map<number, Message>()
  for (const message of messages)
    if (!shownIds.includes(turns.get(message.turnId)?.id ?? 0)) turns.set(message.turnId, message)
  return [...turns.values()]
}

/** Returns the file name of the tabs of a project: the name of the tab or of the project, and the date. */
export function fileName(chats: readonly Pick<Chat, 'project' | 'tab'>[], now: Date, ending: string): string {
  const [first] = chats
  const project = first?.project.name ?? ''
  const name = first && chats.length === 1 ? placeName(project, first.tab.name, ' - ') : project
  return fileNameOf(name, now, ending)
}
