// The routes of the product; a page's code loads when it is first opened.
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { createBrowserRouter, redirect, type RouteObject } from 'react-router'
import { NEW_CHAT } from '#lib/new-chat.ts'
import { loadCode } from '#lib/load-code.ts'
import { correctAddress } from '#lib/own-path.ts'
import type { Api } from '#lib/api.ts'
import type { SessionStore } from '#lib/session.ts'
import type { FeaturePage } from '#lib/feature-page.ts'
import { LedAway } from '#ui/led-away.tsx'
import { FEATURE_PAGES } from './feature-pages.ts'
import { prepareAhead } from './prepare-ahead.ts'
import { Root } from './root.tsx'
import { RouteFailed } from './route-failed.tsx'
import type * as adminPages from './pages/admin-pages.tsx'

const page = (load: () => Promise<ComponentType>) => async () => ({ Component: await loadCode(load) })

interface Options {
  api: Api
  cache: QueryClient
  store: SessionStore
}

type AdminPages = typeof adminPages

/** A page of the administration. One import for all of them keeps this file small: every page loads it. */
const adminPage = (path: string, choose: (pages: AdminPages) => ComponentType): RouteObject => ({
  path,
  lazy: page(async () => choose(await import('./pages/admin-pages.tsx'))),
})

/** Users and administration. */
const administration: RouteObject[] = [
  adminPage('users', (pages) => pages.UsersPage),
  {
    path: 'users/:id',
    lazy: page(async () => (await import('./pages/user-page.tsx')).UserPage),
  },
  adminPage('admin', (pages) => pages.AdminPage),
  adminPage('admin/context-management', (pages) => pages.ContextManagementPage),
  adminPage('admin/token-management', (pages) => pages.TokenManagementPage),
  adminPage('admin/models-crud', (pages) => pages.ModelsCrudPage),
  adminPage('admin/providers', (pages) => pages.ProvidersPage),
  adminPage('admin/announcements', (pages) => pages.AnnouncementsPage),
  adminPage('admin/shares', (pages) => pages.SharesPage),
  adminPage('admin/audit', (pages) => pages.AuditPage),
  adminPage('admin/configuration', (pages) => pages.ConfigurationPage),
  adminPage('admin/system', (pages) => pages.SystemPage),
  adminPage('admin/branding', (pages) => pages.BrandingPage),
]

/** Loads the frame and the page in parallel. */
const routeOf = ({ path, load }: FeaturePage): RouteObject => ({
  path,
  lazy: async () => {
    const frame = loadCode(() => import('./pages/feature-page.tsx'))
    const [{ framed }, view] = await Promise.all([frame, loadCode(load)])
    return { Component: framed(view) }
  },
})

/** Help and information about the product. */
const aboutTheProduct: RouteObject[] = [
  {
    path: 'help',
    lazy: page(async () => (await import('./pages/help-index-page.tsx')).HelpIndexPage),
  },
  { path: 'help/about', loader: () => redirect('/about') },
  {
    path: 'help/models/:id',
    lazy: page(async () => (await import('./pages/help-model-page.tsx')).HelpModelPage),
  },
  {
    path: 'help/:topic',
    lazy: page(async () => (await import('./pages/help-page.tsx')).HelpPage),
  },
  {
    path: 'plugins/:id',
    lazy: page(async () => (await import('./pages/plugin-page.tsx')).PluginPage),
  },
  {
    path: 'release-notes',
    lazy: page(async () => (await import('./pages/release-notes-page.tsx')).ReleaseNotesPage),
  },
  {
    path: 'errors/:status',
    lazy: page(async () => (await import('./pages/error-page.tsx')).ErrorPage),
  },
]

/** Loads a project page's code and data. */
async function prepare(options: Options, id: number, tab: string | null): Promise<void> {
  const { prepareProject } = await loadCode(() => import('./pages/project-page.tsx'))
  await prepareProject(options, id, tab)
}

/** The pages for signed-in users. */
const signedIn = (options: Options): RouteObject[] => [
  { index: true, lazy: page(async () => (await import('./pages/home-page.tsx')).HomePage) },
  {
    path: 'projects/:id',
    lazy: page(async () => (await import('./pages/project-page.tsx')).ProjectPage),
    loader: async ({ params, request }) => {
      await prepare(options, Number(params['id']), new URL(request.url).searchParams.get('tab'))
      return null
    },
    // A change of tab within the project needs no loader: the tab is cached, or requests its own messages.
    shouldRevalidate: ({ currentParams, nextParams }) => currentParams['id'] !== nextParams['id'],
  },
  {
    path: NEW_CHAT.slice(1),
    lazy: async () => {
      const { NewChatPage, openNewChat } = await loadCode(() => import('./pages/new-chat-page.tsx'))
      const loader = async () => {
        const made = await openNewChat(options)
        return typeof made === 'number' ? redirect(`/projects/${made}`) : made
      }
      return { Component: NewChatPage, loader }
    },
  },
  ...FEATURE_PAGES.map(routeOf),
  ...administration,
  ...aboutTheProduct,
  // A component instead of a loader, so that users sign in first and the address is kept.
  { path: '*', Component: ToStart },
]

type Router = ReturnType<typeof createRouter>

/** Resolves when the first page of the router can be rendered. */
export const loaded = (router: Router): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (!router.state.initialized) return
      stop()
      resolve()
    }
    const stop = router.subscribe(look)
    look()
  })

/** Creates the router. Shell and pages load in parallel. */
export function createRouter(options: Options) {
  const shell = async () => {
    const { Shell } = await loadCode(() => import('./shell/shell.tsx'))
    return { Component: () => <Shell store={options.store} /> }
  }
  correctAddress(location)
  const router = createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: RouteFailed,
      // index.html shows the start-up bar until the first page is loaded.
      HydrateFallback: () => null,
      children: [
        {
          path: 'sign-in',
          lazy: page(async () => (await import('./pages/sign-in-page.tsx')).SignInPage),
        },
        {
          path: 'sign-in/sso',
          lazy: page(async () => (await import('./pages/sso-page.tsx')).SsoPage),
        },
        {
          path: 'sign-up',
          lazy: page(async () => (await import('./pages/sign-up-page.tsx')).SignUpPage),
        },
        {
          path: 'set-up',
          lazy: page(async () => (await import('./pages/set-up-page.tsx')).SetUpPage),
        },
        {
          path: 'test-page',
          lazy: page(async () => (await import('./pages/test-page.tsx')).TestPage),
        },
        {
          path: 'share/*',
          loader: async ({ request }) =>
            (await loadCode(() => import('./share-routes.ts'))).openShared(request.url),
        },
        { lazy: shell, ErrorBoundary: RouteFailed, children: signedIn(options) },
      ],
    },
  ])
  // The navigation itself reports the error.
  prepareAhead(document, (id, tab) => void prepare(options, id, tab).catch(() => undefined))
  return router
}

/**
 * Redirects an address without a page to the start page: unknown ones, `/share`, `/errors`, and pages that are not built.
 */
function ToStart() {
  return <LedAway why="noPage" />
}
