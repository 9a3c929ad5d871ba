import type { ChatBot, WidgetConfig } from '@polylogue/contract'
import { API_ROOT, contract } from '@polylogue/contract/browser'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useApi } from '#lib/api.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useSettled } from '#lib/use-settled.ts'
import { useTranslation } from '#lib/texts.ts'
import { Segments } from '#ui/segments.tsx'
import { Problem } from '#ui/states.tsx'
import type { InstalledSettings } from '../widget/load.ts'
import { placeWidget, type Placed } from '../widget/place.ts'
import { hostFrame } from './host-page.ts'
import css from './preview.module.css'
import { sentOf, type BotValues } from './values.ts'

interface PreviewProps {
  bot: ChatBot
  values: BotValues
}

/** The real widget on a page of somebody else. Test questions are neither counted nor kept. */
export function Preview({ bot, values }: PreviewProps) {
  const { t } = useTranslation('chatbots')
  const errorMessage = useErrorMessage()
  const [shown, setShown] = useState<'open' | 'collapsed'>('open')
  const [screen, setScreen] = useState<'wide' | 'phone'>('wide')
  const [failed, setFailed] = useState(false)
  const session = useTestSession(bot, values)
  return (
    <section className={css.view} aria-label={t('preview.title')}>
      <div className={css.bar}>
        <b>{t('preview.title')}</b>
        <span className="sp" />
        <Segments
          label={t('preview.widget')}
          value={shown}
          options={[
            { value: 'open', label: t('preview.open') },
            { value: 'collapsed', label: t('preview.collapsed') },
          ]}
          onChange={setShown}
        />
        <Segments
          label={t('preview.screen')}
          value={screen}
          options={[
            { value: 'wide', label: t('preview.wide') },
            { value: 'phone', label: t('preview.phone') },
          ]}
          onChange={setScreen}
        />
      </div>
      {session.error && <Problem>{errorMessage(session.error).sentence}</Problem>}
      {failed && <Problem>{t('preview.failed')}</Problem>}
      <HostPage
        key={screen}
        screen={screen}
        session={session.data}
        widget={values.widget}
        collapsed={shown === 'collapsed'}
        onFailed={setFailed}
      />
      <p className={css.hint}>{t('preview.hint')}</p>
    </section>
  )
}

interface TestSession {
  identifier: string
  token: string
  renew: () => Promise<string>
  config: WidgetConfig
}

/** Begins a test chat anew when what answers has changed; the look needs none. */
function useTestSession(bot: ChatBot, values: BotValues) {
  const api = useApi()
  const { widget: _, rules, name: _name, description: _description, ...answering } = sentOf(values)
  const settings = JSON.stringify({
    ...answering,
    rules: { sources: rules?.sources, contact: rules?.contact },
  })
  const settled = useSettled(settings)
  return useQuery({
    // Not below the keys of chatbots: a refetch would begin another test chat.
    queryKey: ['chatbot-preview', bot.id, settled],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    enabled: answering.modelTagId !== 0,
    queryFn: async ({ signal }): Promise<TestSession> => {
      const { sources, contact } = rules ?? bot.rules
      const body = { ...answering, rules: { ...bot.rules, sources, contact } }
      const request = { params: { id: bot.id }, body }
      const begin = async (options = {}) => (await api.call(contract.chatbots.preview, request, options)).data
      const { session, identifier, config } = await begin({ signal })
      return { identifier, token: session.token, renew: async () => (await begin()).session.token, config }
    },
  })
}

interface HostPageProps {
  screen: 'wide' | 'phone'
  session: TestSession | undefined
  widget: BotValues['widget']
  collapsed: boolean
  onFailed: (failed: boolean) => void
}

function HostPage({ screen, session, widget, collapsed, onFailed }: HostPageProps) {
  const { t, i18n } = useTranslation('chatbots')
  const stage = useRef<HTMLDivElement>(null)
  const placed = useRef<Placed>(null)
  const [page, setPage] = useState<Document>()
  const settings = session && settingsOf(session, widget, collapsed, screen)
  const makeFrame = useEffectEvent(() =>
    hostFrame(t('preview.page'), {
      language: i18n.language,
      title: t('preview.host.title'),
      paragraphs: [t('preview.host.first'), t('preview.host.second'), t('preview.host.third')],
    }),
  )
  useEffect(() => {
    const frame = makeFrame()
    const show = () => setPage(frame.contentDocument ?? undefined)
    frame.addEventListener('load', show)
    stage.current?.append(frame)
    return () => {
      frame.removeEventListener('load', show)
      frame.remove()
    }
  }, [])
  const place = useEffectEvent((onto: Document) =>
    settings
      ? placeWidget({ page: onto, settings, onLoaded: (error) => onFailed(error !== undefined) })
      : null,
  )
  const token = session?.token
  useEffect(() => {
    if (!page || token === undefined) return undefined
    const made = place(page)
    placed.current = made
    return () => {
      placed.current = null
      made?.end()
    }
  }, [page, token])
  const shown = JSON.stringify(settings)
  const show = useEffectEvent(() => settings && placed.current?.show(settings))
  useEffect(() => {
    if (shown) show()
  }, [shown])
  return <div ref={stage} className={css.stage} data-screen={screen} />
}

function settingsOf(
  { identifier, token, renew, config }: TestSession,
  widget: BotValues['widget'],
  collapsed: boolean,
  screen: 'wide' | 'phone',
): InstalledSettings {
  const look = { ...known(widget), collapsed, installDelay: 0 }
  return {
    ...look,
    id: 'preview',
    apiEndpoint: `${window.location.origin}${API_ROOT}/`,
    chatbotId: identifier,
    token,
    renew,
    config: { ...config, isOpen: true, widget: { ...config.widget, ...look } },
    preview: screen,
  }
}

/** A number that is being typed has no value for a moment. */
const known = (widget: BotValues['widget']) =>
  Object.fromEntries(Object.entries(widget).filter(([, value]) => value !== null))
