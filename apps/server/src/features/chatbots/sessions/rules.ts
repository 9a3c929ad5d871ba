// Who may use a session from where. Pure.
import type { ChatbotRules } from '@polylogue/contract'
import type { SessionKind } from '../table.ts'

/** The page that makes a request, as its browser says. */
interface Page {
  readonly origin: string | undefined
  readonly isOwn: boolean
}

/**
 * Whether visitors may come from a page: compared exactly, as browsers send it. The installation's own pages are let, where
 * the widget is in a frame, once any site is.
 */
export function isAllowedPage({ origins }: Pick<ChatbotRules, 'origins'>, { origin, isOwn }: Page): boolean {
  if (origins.length === 0) return false
  return isOwn || (origin !== undefined && origins.includes(origin))
}

/** Whether a session may be used from a page; programs send no origin. */
export function mayUseFrom(kind: SessionKind, rules: Pick<ChatbotRules, 'origins'>, page: Page): boolean {
  switch (kind) {
    case 'visitor':
      return isAllowedPage(rules, page)
    case 'server':
      return page.origin === undefined || isAllowedPage(rules, page)
    case 'preview':
    case 'assistant':
      return page.origin === undefined || page.isOwn
  }
}
