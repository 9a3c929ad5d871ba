import type { Model } from '@polylogue/contract'

type Tag = Model['tags'][number]

const SOME_TIME = '2026-01-05T08:00:00.000Z'

/** Returns a deployed model with one tag; both have this id. */
export function modelOf(id: number, name: string, some: Partial<Tag> & { isLocal?: boolean } = {}): Model {
  const { isLocal = true, ...ofTag } = some
  return {
    id,
    uuId: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    name,
    fullName: name,
    providerId: 1,
    provider: 'Ollama',
    isLocal,
    streams: true,
    canContinue: false,
    shortDescription: '',
    longDescription: '',
    type: 0,
    state: 1,
    modelTagDeployed: true,
    defaultModelTagId: id,
    tags: [
      {
        id,
        name: '8b',
        fullName: `${name}:8b`,
        modelId: id,
        deployed: true,
        defaultTag: true,
        type: 0,
        size: null,
        contextLength: 8_192,
        capabilities: [],
        set: { contextLength: null, images: null, tools: null },
        supportedOptions: [],
        memory: null,
        lastUpdateAsString: SOME_TIME,
        ...ofTag,
      },
    ],
    created: SOME_TIME,
    modified: SOME_TIME,
  }
}
