// The query cache: what the server knows. Its keys begin with the noun they belong to.
import { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './api.ts'

export const keys = {
  setup: ['setup'] as const,
  sso: ['sso'] as const,
  users: ['users'] as const,
  user: (id: number) => ['users', id] as const,
  contexts: ['contexts'] as const,
  audit: ['audit'] as const,
  adminHelp: (topic: string, language: string) => ['admin-help', topic, language] as const,
  picture: (id: number, version: string) => ['pictures', id, version] as const,
  tokens: (scope: string) => ['tokens', scope] as const,
  sessions: (userId: number) => ['sessions', userId] as const,
  usage: (userId: number, days: number) => ['usage', userId, days] as const,
  license: (userId: number) => ['license', userId] as const,
  settings: (userId: number) => ['settings', userId] as const,
  models: ['models'] as const,
  proposals: (language: string) => ['proposals', language] as const,
  model: (id: number) => ['models', id] as const,
  deployments: (modelId: number) => ['deployments', modelId] as const,
  providers: ['providers'] as const,
  projects: ['projects'] as const,
  project: (id: number) => ['projects', id] as const,
  tabs: (projectId: number) => ['tabs', projectId] as const,
  movedTab: (id: number) => ['moved-tab', id] as const,
  queries: (tabId: number) => ['queries', tabId] as const,
  comparisons: (projectId: number) => ['comparisons', projectId] as const,
  compared: (compareId: string) => ['compared', compareId] as const,
  replay: (tabId: number) => ['replay', tabId] as const,
  help: (topic: string, language: string) => ['help', topic, language] as const,
  helpTopics: (language: string) => ['help', language] as const,
  staticFile: (path: string, language: string) => ['static', path, language] as const,
  finds: (words: string) => ['finds', words] as const,
}

/** A cache that asks again only where that can help: a refusal stays a refusal, a lost connection may come back. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && mayPass(error),
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 8000),
      },
      mutations: { retry: false },
    },
  })
}

function mayPass(error: Error): boolean {
  return !(error instanceof ApiProblem) || error.status === 0 || error.status >= 500
}

/** What a call of a list gives when "404 means none" (reading 1): the list, or an empty one. */
export async function noneAsEmpty<T>(call: Promise<T[]>): Promise<T[]> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'NONE_FOUND') return []
    throw error
  }
}
