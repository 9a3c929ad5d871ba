import type { V1Calls } from '../../http/v1.ts'
import { openAiApiService, type OpenAiApiGiven } from './service.ts'

/**
 * The models of this installation in OpenAI's dialect, for programs (reading 7): what http/v1 mounts at the origin's root.
 * Nothing of what is asked and answered here is kept but the count of it.
 */
export function openAiApiFeature(given: OpenAiApiGiven): { readonly v1: V1Calls } {
  return { v1: openAiApiService(given) }
}
