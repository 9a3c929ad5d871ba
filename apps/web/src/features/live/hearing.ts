// What a pushed message means for what this page knows (shell specification, section 4: the context codes).
import type { LiveMessage } from '@polylogue/contract'
import { LIVE } from '@polylogue/contract/browser'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import {
  invalidateMessage,
  forgetBegunElsewhere,
  forgetUnread,
  noteBegunElsewhere,
  isFollowedHere,
  isRunning,
  noteEnded,
} from '../conversation-state/index.ts'
import { compareKeys } from '../compare/keys.ts'
import { messageKeys } from '../conversation/keys.ts'
import { modelKeys } from '../models/keys.ts'
import { projectKeys } from '../projects/keys.ts'
import { providerKeys } from '../providers/keys.ts'
import { replayKeys } from '../replay/keys.ts'
import { tabKeys } from '../tabs/keys.ts'
import { loadCode } from '../../lib/load-code.ts'
import type { Refresh } from './refresh.ts'

/** The list of projects is long, and every question moves something in it. */
const LIST_GAP_MS = 2_000
/** How long a run of this page may take to end by itself what the server says has ended. */
const OWN_END_MS = 1_500

interface Page {
  readonly cache: QueryClient
  readonly refresh: Refresh
}

/** The ids that a message about a project carries; 0 for one that it does not. */
interface Told {
  readonly projectId: number
  readonly tabId: number
  readonly messageId: number
  readonly what: unknown
}

/** Puts a message to use: what it is about is asked for anew, and marks are set. */
export function hear(page: Page, { context, contextData }: LiveMessage): void {
  const told = toldBy(contextData)
  if (context === LIVE.project && told.projectId > 0) hearOfProject(page, told)
  if (context === LIVE.models) void hearOfModels(page, contextData)
  if (context === LIVE.projects || context === LIVE.shares)
    page.refresh.ask({ queryKey: projectKeys.lists }, LIST_GAP_MS)
  if (context === LIVE.shares && told.projectId > 0) lookAtProject(page, told.projectId)
}

/** The stream was opened. Whatever was said before was not heard. */
export function lookAgain(page: Page, first: boolean): void {
  // A page that was just loaded asked for everything a moment ago; an answer that began since is worth another look.
  lookAt(page, messageKeys.all)
  if (first) return
  forgetBegunElsewhere(page.cache, () => true)
  // Not the default project, which is made by asking for it.
  page.refresh.ask({ queryKey: projectKeys.all, predicate: ({ queryKey }) => queryKey[1] !== 'default' })
  lookAt(
    page,
    tabKeys.all,
    replayKeys.all,
    compareKeys.allCompared,
    modelKeys.all,
    modelKeys.allDeployments,
    providerKeys.all,
  )
}

/** Its code comes when it is first needed: most people never see a model deployed. */
async function hearOfModels(page: Page, told: LiveMessage['contextData']): Promise<void> {
  const deployments = await loadCode(() => import('./deployments.ts'))
  deployments.hearOfModels(page, told)
}

function hearOfProject(page: Page, told: Told): void {
  const { projectId, tabId, what } = told
  if (what === 'asked') return hearQuestion(page, told)
  if (what === 'ended') return hearEnd(page, told)
  if (what === 'tab-deleted') forget(page, { tabId })
  if (what === 'deleted') forget(page, { projectId })
  if (what === 'message') return lookAtMessages(page, told)
  if (what === 'tab' || what === 'tab-deleted')
    return lookAt(page, tabKeys.of(projectId), replayKeys.of(tabId))
  lookAtProject(page, projectId)
}

function hearQuestion(page: Page, told: Told): void {
  const { projectId, tabId, messageId } = told
  lookAt(page, compareKeys.of(projectId))
  if (isFollowedHere(page.cache, messageId)) return
  noteBegunElsewhere(page.cache, { projectId, tabId, messageId })
  lookAtMessages(page, told)
}

function hearEnd(page: Page, told: Told): void {
  const { cache } = page
  const { projectId, tabId, messageId } = told
  forgetBegunElsewhere(cache, (answer) => answer.messageId === messageId)
  noteEnded(cache, { projectId, tabId })
  if (!isFollowedHere(cache, messageId)) return lookAtMessages(page, told)
  setTimeout(() => {
    if (isRunning(cache, messageId)) lookAtMessages(page, told)
  }, OWN_END_MS)
}

function forget({ cache }: Page, gone: { tabId: number } | { projectId: number }): void {
  forgetUnread(cache, gone)
  forgetBegunElsewhere(cache, (answer) =>
    'tabId' in gone ? answer.tabId === gone.tabId : answer.projectId === gone.projectId,
  )
}

function lookAt({ refresh }: Page, ...all: QueryKey[]): void {
  for (const queryKey of all) refresh.ask({ queryKey })
}

function lookAtMessages(page: Page, { tabId, messageId }: Told): void {
  invalidateMessage(page.cache, tabId, messageId)
  lookAt(page, messageKeys.of(tabId), replayKeys.of(tabId), compareKeys.allCompared)
}

function lookAtProject(page: Page, id: number): void {
  page.refresh.ask({ queryKey: projectKeys.one(id), exact: true })
  lookAt(page, tabKeys.of(id))
}

function toldBy(data: LiveMessage['contextData']): Told {
  const id = (name: string) => (typeof data[name] === 'number' ? data[name] : 0)
  return { projectId: id('projectId'), tabId: id('tabId'), messageId: id('messageId'), what: data['what'] }
}
