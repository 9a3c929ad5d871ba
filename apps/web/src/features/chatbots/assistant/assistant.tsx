import { API_ROOT, contract } from '@polylogue/contract/browser'
import { useEffect, useEffectEvent } from 'react'
import { useApi } from '#lib/api.ts'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { useLanguage, useTheme } from '#features/settings/index.ts'
import { loadWidget, type WidgetElement } from '../widget/load.ts'
import { openWhenShown } from '../widget/place.ts'
import { useOpened } from './opened.ts'

/** Puts the installation's own chatbot onto the page, with the same widget as on every site; another theme installs it anew. */
export function Assistant() {
  const { t } = useTranslation('chatbots')
  const { theme } = useTheme()
  const { language } = useLanguage()
  const api = useApi()
  const store = useOpened()
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const open = useEffectEvent(async (signal: AbortSignal): Promise<WidgetElement | undefined> => {
    // As specified, a script that cannot be loaded is only logged.
    const script = await loadWidget(document).catch((error: unknown) => console.info(error))
    if (!script || signal.aborted) return undefined
    const { token } = store.get()
    const body = { language, ...(token === '' ? {} : { token }) }
    const { session, identifier, config } = (await api.call(contract.chatbots.assistant, { body })).data
    store.update((now) => ({ ...now, token: session.token }))
    if (signal.aborted) return undefined
    const look = { dark: theme === 'dark', lang: language, collapsed: false, installDelay: 0 }
    const element = script.install({
      ...look,
      id: 'assistant',
      apiEndpoint: `${window.location.origin}${API_ROOT}/`,
      chatbotId: identifier,
      token: session.token,
      renew: async () => {
        const renewed = (await api.call(contract.chatbots.assistant, { body: { language } })).data.session
        // Whoever has signed out meanwhile leaves nothing to the next one.
        store.update((now) => (now.isOpen ? { ...now, token: renewed.token } : now))
        return renewed.token
      },
      config: { ...config, widget: { ...config.widget, ...look } },
    })
    // It was chosen in the menu: it opens even if it was closed on an earlier page.
    if (token === '') openWhenShown(element, signal)
    return element
  })
  const fail = useEffectEvent((error: unknown) => {
    notices.show({ kind: 'failure', title: t('assistant.failed'), text: errorMessage(error).sentence })
    store.update((now) => ({ ...now, isOpen: false }))
  })
  useEffect(() => {
    const left = new AbortController()
    const opened = open(left.signal)
    opened.catch((error: unknown) => left.signal.aborted || fail(error))
    return () => {
      left.abort()
      void opened.then((element) => element?.remove()).catch(() => undefined)
    }
  }, [theme, language])
  return null
}
