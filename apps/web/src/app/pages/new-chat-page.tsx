import type { QueryClient } from '@tanstack/react-query'
import { useLoaderData, useRevalidator } from 'react-router'
import { newChat } from '#features/projects/index.ts'
import type { Api } from '#lib/api.ts'
import { wantComposer } from '#lib/composer-focus.ts'
import { useErrorMessage } from '#lib/problem.ts'
import type { SessionStore } from '#lib/session.ts'
import { useTranslation } from '#lib/texts.ts'
import { LoadFailed } from '#ui/states.tsx'
import { Page } from './page.tsx'

/** Creates a chat; resolves with its id or with the error. */
export async function openNewChat({
  api,
  cache,
  store,
}: {
  api: Api
  cache: QueryClient
  store: SessionStore
}) {
  const userId = store.get()?.userId
  if (userId === undefined) return undefined
  try {
    const id = await newChat({ api, cache, userId, language: document.documentElement.lang })
    wantComposer(id)
    return id
  } catch (error) {
    return { error }
  }
}

/** Shown when no chat could be created. */
export function NewChatPage() {
  const { t } = useTranslation('shell')
  const errorMessage = useErrorMessage()
  const { revalidate } = useRevalidator()
  const failed = useLoaderData<{ error: unknown } | undefined>()
  return (
    <Page title={t('newChat')}>
      <LoadFailed
        title={t('newChatFailed')}
        {...errorMessage(failed?.error)}
        onRetry={() => void revalidate()}
      />
    </Page>
  )
}
