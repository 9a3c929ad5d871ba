// Connects the frame of a plugin with its host.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '#lib/api.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useReadOnlyMode } from '#lib/read-only.ts'
import { useTranslation } from '#lib/texts.ts'
import { useUserId } from '#features/session/index.ts'
import { useTheme } from '#features/settings/index.ts'
import { shippedKeys } from '../api.ts'
import type { Plugin } from '../plugin-file.ts'
import { openHost, type Host } from './host.ts'
import { PULSE_MS, type FrameEnvironment } from './messages.ts'

/** How long a frame may say nothing after it has loaded, in milliseconds. */
export const SILENCE_MS = 10_000

/** `left`: the frame shows another document than the one that was connected. `closed`: the person closed one that hung. */
export type FrameState = 'loading' | 'ready' | 'silent' | 'flood' | 'left' | 'closed'

/** Returns the state of a frame, what it asked for in vain, whether it hangs, and the handler of its `load`. */
export function useHost(plugin: Plugin & { readonly shipped: NonNullable<Plugin['shipped']> }) {
  const [state, setState] = useState<FrameState>('loading')
  const [refused, setRefused] = useState<string>()
  const [hangs, setHangs] = useState(false)
  const host = useRef<Host>(null)
  const open = useOpenHost(plugin, { setState, setRefused, setHangs })
  const environment = useFrameEnvironment()
  const { theme, language, readOnly } = environment
  useEffect(() => host.current?.tell({ theme, language, readOnly }), [theme, language, readOnly])
  useEffect(() => {
    const timer = setTimeout(() => setState((now) => (now === 'loading' ? 'silent' : now)), SILENCE_MS)
    return () => {
      clearTimeout(timer)
      host.current?.close()
    }
  }, [])
  useEffect(() => {
    if (state !== 'ready') return undefined
    // A hidden page has slow timers, and so has its frame.
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') host.current?.pulse()
    }, PULSE_MS)
    return () => clearInterval(timer)
  }, [state])
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    // The host speaks through its port alone; what a frame posts to the window is only counted.
    const onMessage = ({ source }: MessageEvent) => {
      if (source && source === frame.current?.contentWindow) host.current?.count()
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [])
  const onLoad = () => {
    const target = frame.current?.contentWindow
    if (host.current) {
      host.current.close()
      setState('left')
    } else if (target) host.current = open(target, environment)
  }
  const close = () => {
    host.current?.close()
    setState('closed')
  }
  return { state, refused, hangs, frame, onLoad, close }
}

function useFrameEnvironment(): FrameEnvironment {
  const { theme } = useTheme()
  const { i18n } = useTranslation('plugins')
  return { theme, language: i18n.language, readOnly: useReadOnlyMode() }
}

interface Told {
  setState(state: FrameState): void
  setRefused(asked: string): void
  setHangs(hangs: boolean): void
}

/** Returns a function that gives the window of a frame one end of a new channel. */
function useOpenHost(
  { id, name, shipped }: Plugin & { readonly shipped: NonNullable<Plugin['shipped']> },
  { setState, setRefused, setHangs }: Told,
) {
  const api = useApi()
  const userId = useUserId()
  const cache = useQueryClient()
  const { t } = useTranslation('plugins')
  const errorMessage = useErrorMessage()
  const sentenceOf = (refusal: unknown, asked: string) =>
    isOwn(refusal) ? t(`frame.${refusal}`, { name, asked }) : errorMessage(refusal).sentence
  // A host outlives a change of the language.
  const inLanguage = useRef(sentenceOf)
  useEffect(() => {
    inLanguage.current = sentenceOf
  })
  return (target: Window, environment: FrameEnvironment): Host => {
    const { port1, port2 } = new MessageChannel()
    const host = openHost({
      port: port1,
      api,
      userId,
      environment: environment,
      plugin: { id, scopes: shipped.scopes },
      now: () => performance.now(),
      sentenceOf: (refusal, asked) => inLanguage.current(refusal, asked),
      onReady: () => setState('ready'),
      onRefused: setRefused,
      onDenied: () => void cache.invalidateQueries({ queryKey: shippedKeys.list }),
      onFlood: () => setState('flood'),
      onHangs: setHangs,
    })
    // A document without an origin cannot be named as a target. It gets nothing but the port, and only this window does.
    target.postMessage('polylogue', '*', [port2])
    return host
  }
}

const OWN = ['PLUGIN_REFUSED', 'PLUGIN_LIMIT', 'PLUGIN_MALFORMED', 'PLUGIN_READ_ONLY'] as const

const isOwn = (refusal: unknown): refusal is (typeof OWN)[number] => OWN.some((code) => code === refusal)
