// The addresses of the product, and the page of each; a page is loaded when it is first opened.
import { createBrowserRouter, redirect, type RouteObject } from 'react-router'
import type { SessionStore } from '../lib/session.ts'
import { Root } from './root.tsx'
import { RouteFailed } from './route-failed.tsx'
import { StartUp } from './start-up.tsx'

/** The router of the page. Shell and pages are fetched together, not one after the other. */
export function createRouter(store: SessionStore) {
  const signedIn: RouteObject[] = [
    { index: true, lazy: async () => ({ Component: (await import('./pages/home-page.tsx')).HomePage }) },
    {
      path: 'projects',
      lazy: async () => ({ Component: (await import('./pages/projects-page.tsx')).ProjectsPage }),
    },
    {
      path: 'projects/:id',
      lazy: async () => ({ Component: (await import('./pages/project-page.tsx')).ProjectPage }),
    },
    { path: 'help', loader: () => redirect('/help/getting-started') },
    {
      path: 'help/:topic',
      lazy: async () => ({ Component: (await import('./pages/help-page.tsx')).HelpPage }),
    },
    {
      path: 'errors/:status',
      lazy: async () => ({ Component: (await import('./pages/error-page.tsx')).ErrorPage }),
    },
    { path: '*', loader: () => redirect('/') },
  ]
  const shell = async () => {
    const { Shell } = await import('./shell/shell.tsx')
    return { Component: () => <Shell store={store} /> }
  }
  return createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: RouteFailed,
      HydrateFallback: StartUp,
      children: [
        {
          path: 'sign-in',
          lazy: async () => ({ Component: (await import('./pages/sign-in-page.tsx')).SignInPage }),
        },
        {
          path: 'set-up',
          lazy: async () => ({ Component: (await import('./pages/set-up-page.tsx')).SetUpPage }),
        },
        { lazy: shell, ErrorBoundary: RouteFailed, children: signedIn },
      ],
    },
  ])
}
