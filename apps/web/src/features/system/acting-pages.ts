// Where one acts on a figure.

/** The help on operating the server. */
export const HELP = '/help/system'
export const PROVIDERS = '/admin/providers'
export const MODELS = '/admin/models-crud'
export const SOURCES = '/datasources'

const PAGES: Readonly<Record<string, string>> = {
  documents: SOURCES,
  'documents-again': SOURCES,
  'text-recognition': SOURCES,
  'test-runs': SOURCES,
  vectors: MODELS,
  deployments: MODELS,
  'golden-runs': '/goldensets',
}

/** Returns the page for background work of a kind. */
export const actingPage = (work: string): string => PAGES[work] ?? HELP
