import type { SavedPrompt } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import type { QueryKey } from '@tanstack/react-query'
import { useTranslation } from '#lib/texts.ts'
import { useOptimistic } from '#features/items/index.ts'
import type { FoundPrompts } from '../api.ts'
import { promptKeys } from '../api.ts'

interface Like {
  id: number
  liked: boolean
}

/** Likes a prompt of a cached list or page, or removes the like. */
export function useLikePrompt(queryKey: QueryKey) {
  const { t } = useTranslation('prompts')
  return useOptimistic<Like, FoundPrompts | SavedPrompt>({
    queryKey,
    send: (api, { id, liked }) => api.call(contract.prompts.like, { params: { id }, body: { liked } }),
    show: (data, like) =>
      'prompts' in data
        ? { ...data, prompts: data.prompts.map((one) => withLike(one, like)) }
        : withLike(data, like),
    failed: t('likeFailed'),
    others: [promptKeys.lists],
  })
}

const withLike = (prompt: SavedPrompt, { id, liked }: Like): SavedPrompt =>
  prompt.id === id && prompt.liked !== liked
    ? { ...prompt, liked, likes: prompt.likes + (liked ? 1 : -1) }
    : prompt
