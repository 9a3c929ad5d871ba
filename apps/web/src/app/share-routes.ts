// The addresses of share links within the app (SHARE-12). Loaded when somebody opens one.
import { redirect } from 'react-router'

/** An id, or the object that an encoded address carries; undefined for anything else. It grants nothing by itself. */
export function projectOf(text: string): { id: number; hasKey: boolean } | undefined {
  const id = Number(text)
  if (/^\d+$/.test(text)) return isId(id) ? { id, hasKey: false } : undefined
  const object = decoded(text)
  const { project, key } = object ?? {}
  return isId(project) ? { id: project, hasKey: typeof key === 'string' } : undefined
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

function decoded(text: string): Record<string, unknown> | undefined {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
      one.charCodeAt(0),
    )
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** Opens `/share/chats/{hash}` and `/share/projects/{project}`; `/share` alone is no page. */
export function openShared(url: string): Response {
  const { pathname, search } = new URL(url)
  const [, , kind, text = ''] = pathname.split('/')
  if (kind === 'chats' && text !== '') return openPage(pathname + search)
  return kind === 'projects' ? redirect(pathOf(text) ?? '/') : redirect('/')
}

/** Returns where an address of a project leads: the project read-only, or the shared page if it has a key. */
export function pathOf(text: string): string | undefined {
  const found = projectOf(text)
  return found && (found.hasKey ? `/share/chats/${text}` : `/projects/${found.id}?r=true`)
}

/** Loads the page of a share link, which is not of this app. A server that sends the app for it has none. */
function openPage(address: string): Response {
  const { pathname } = new URL(address, location.origin)
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isAgain = visit?.type === 'reload' && new URL(visit.name).pathname === pathname
  if (isAgain) return redirect('/')
  if (location.pathname === pathname) location.reload()
  else location.assign(address)
  // The document is replaced.
  return new Response(null)
}
