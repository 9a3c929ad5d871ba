// The nouns that people own and share. A new one adds its type and its feature here.
import type { ItemType } from './access/items/index.ts'
import { chatbotItem } from './features/chatbots/index.ts'
import { custinstItem, custinstsFeature } from './features/custinsts/index.ts'
import {
  datasourceItem,
  datasourcesFeature,
  openDatasourceItems,
  type DatasourceItemsDeps,
  type DatasourcesFeatureDeps,
} from './features/datasources/index.ts'
import { goldensetItem } from './features/goldensets/index.ts'
import { labelsFeature } from './features/labels/index.ts'
import { mediaFeature, type MediaFeatureDeps } from './features/media/index.ts'
import { projectItem } from './features/projects/index.ts'
import { promptItem, promptsFeature } from './features/prompts/index.ts'
import { siteWork, sitesFeature } from './features/sites/index.ts'
import { isConfidentialQuestion, testQuestionsFeature } from './features/test-questions/index.ts'
import { unansweredFeature } from './features/unanswered/index.ts'
import { vectorsFeature, type VectorsDeps } from './features/vectors/index.ts'
import type { Platform } from './open-platform.ts'

export const ITEM_TYPES: readonly ItemType[] = [
  projectItem,
  custinstItem,
  promptItem,
  goldensetItem,
  datasourceItem,
  chatbotItem,
]

type NounsDeps = Omit<
  DatasourcesFeatureDeps,
  'items' | 'media' | 'misses' | 'isConfidentialQuestion' | 'near' | 'vectors'
> &
  DatasourceItemsDeps &
  Omit<MediaFeatureDeps, 'items' | 'forget' | 'maxBytes' | 'sites'> &
  VectorsDeps &
  Pick<Platform, 'config' | 'quietMs'>

/**
 * Opens the nouns that depend on no chat, and the labels of all nouns. Returns their features, their services for chats, and
 * their context sources in the order of the prompt. open-chats.ts opens projects with their tabs.
 */
export function openNouns({ config, ...deps }: NounsDeps) {
  const { promptContexts, limits } = config.file
  const custinsts = custinstsFeature(deps)
  const prompts = promptsFeature({ ...deps, promptContexts, custinsts: custinsts.service })
  const unanswered = unansweredFeature(deps)
  const vectors = vectorsFeature(deps)
  const parts = { ...deps, ...openDatasourceItems(deps), maxBytes: limits.documentBytes }
  const media = mediaFeature({ ...parts, sites: siteWork(parts) })
  const datasources = datasourcesFeature({
    ...parts,
    media: media.documents,
    near: vectors.near,
    vectors: vectors.service,
    misses: unanswered.service,
    isConfidentialQuestion: (question) =>
      isConfidentialQuestion(deps.db.pool, deps.confidentiality, question),
  })
  return {
    features: {
      custinsts,
      prompts,
      datasources,
      vectors,
      media,
      testQuestions: testQuestionsFeature({ ...deps, searching: datasources.searching }),
      unanswered,
      sites: sitesFeature({ ...parts, wake: media.wake }),
      labels: labelsFeature(deps),
    },
    services: { custinsts: custinsts.service, datasources: datasources.service, prompts: prompts.service },
    sources: [custinsts.source, datasources.source],
  }
}
