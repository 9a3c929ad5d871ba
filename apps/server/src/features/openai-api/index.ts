import type { V1Calls } from '#http/v1.ts'
import { openAiApiService, type OpenAiApiDeps } from './service.ts'

/**
 * OpenAI-compatible API to the models of this installation (OPENAI-1), mounted by http/v1 at the root of the origin.
 * Stores nothing of requests and answers except their count.
 */
export function openAiApiFeature(deps: OpenAiApiDeps): { readonly v1: V1Calls } {
  return { v1: openAiApiService(deps) }
}
