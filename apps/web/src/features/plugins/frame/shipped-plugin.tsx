import { useErrorMessage } from '#lib/problem.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Problem } from '#ui/states.tsx'
import type { Plugin } from '../plugin-file.ts'
import { PluginAction } from '../plugin-list.tsx'
import css from '../plugins.module.css'
import { useInstalled } from '../use-installed.ts'
import { useConsent } from './api.ts'
import { Consent, ScopeList } from './consent.tsx'
import frameCss from './frame.module.css'
import { PluginFrame } from './plugin-frame.tsx'

type Shipped = Plugin & { readonly shipped: NonNullable<Plugin['shipped']> }

/** The page of a plugin of the installation: its frame, or first the question what it may do; below, what it is allowed. */
export function ShippedPlugin({ plugin }: { plugin: Shipped }) {
  const { t } = useTranslation('plugins')
  const installed = useInstalled(plugin.id)
  return (
    <div className={css.page}>
      <div className={css.state}>
        <p>{plugin.description}</p>
        <PluginAction plugin={plugin} />
      </div>
      {installed && <Opened plugin={plugin} />}
      <h2>{t('covers')}</h2>
      <p className={frameCss.long}>{plugin.longDescription}</p>
    </div>
  )
}

function Opened({ plugin }: { plugin: Shipped }) {
  const { scopes, consent } = plugin.shipped
  if (scopes.length > 0 && !consent?.isCurrent)
    return <Consent plugin={plugin} scopes={scopes} again={consent !== null} />
  return (
    <>
      {/* Another consent is another connection. */}
      <PluginFrame key={consent?.given} plugin={plugin} />
      {consent && <GrantedScopes plugin={plugin} given={consent.given} />}
    </>
  )
}

/** What the person allowed, since when, and the way to take it back. */
function GrantedScopes({ plugin, given }: { plugin: Shipped; given: string }) {
  const { t } = useTranslation('plugins')
  const { full } = useFormat()
  const errorMessage = useErrorMessage()
  const { mutate, isPending, error } = useConsent(plugin.id)
  return (
    <section className={frameCss.given} aria-labelledby="plugin-given">
      <h2 id="plugin-given">{t('consent.given', { name: plugin.name })}</h2>
      <ScopeList scopes={plugin.shipped.scopes} />
      <p>{t('consent.since', { date: full(given) })}</p>
      {error && <Problem>{errorMessage(error).sentence}</Problem>}
      <Button busy={isPending} onClick={() => mutate(null)}>
        {t('consent.revoke')}
      </Button>
    </section>
  )
}
