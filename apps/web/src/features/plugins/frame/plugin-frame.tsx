import { useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Problem } from '#ui/states.tsx'
import type { Plugin } from '../plugin-file.ts'
import css from './frame.module.css'
import { useHost } from './use-host.ts'

/** Without Trusted Types a plugin could make a document with WebRTC, and send what it reads elsewhere (decision 162). */
const isGuarded = () => 'trustedTypes' in globalThis

type Shipped = Plugin & { readonly shipped: NonNullable<Plugin['shipped']> }

/** The page of a plugin in a frame without an origin (PLUGIN-5). “Try again” loads it anew. */
export function PluginFrame({ plugin }: { plugin: Shipped }) {
  const { t } = useTranslation('plugins')
  const [attempt, setAttempt] = useState(1)
  if (!isGuarded())
    return (
      <div className={css.ended}>
        <Problem>{t('frame.unguarded', { name: plugin.name })}</Problem>
      </div>
    )
  return <Frame key={attempt} plugin={plugin} onRetry={() => setAttempt(attempt + 1)} />
}

function Frame({ plugin, onRetry }: { plugin: Shipped; onRetry: () => void }) {
  const { t } = useTranslation(['plugins', 'ui'])
  const { state, refused, hangs, frame, onLoad, close } = useHost(plugin)
  const { name, shipped } = plugin
  if (state !== 'loading' && state !== 'ready')
    return (
      <div className={css.ended}>
        <Problem action={<Button onClick={onRetry}>{t('ui:tryAgain')}</Button>}>
          {t(`frame.${state}`, { name })}
        </Problem>
      </div>
    )
  return (
    <>
      {refused !== undefined && (
        <p className={css.refused} role="status">
          {t('frame.refused', { name, asked: refused })}
        </p>
      )}
      {hangs && (
        <div className={css.ended}>
          <Problem action={<Button onClick={close}>{t('frame.close', { name })}</Button>}>
            {t('frame.hangs', { name })}
          </Problem>
        </div>
      )}
      <iframe
        ref={frame}
        className={css.frame}
        title={name}
        src={shipped.page}
        sandbox="allow-scripts allow-forms"
        referrerPolicy="no-referrer"
        allow=""
        aria-busy={state === 'loading'}
        onLoad={onLoad}
      />
    </>
  )
}
