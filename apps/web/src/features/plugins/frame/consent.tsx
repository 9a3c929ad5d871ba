import { useNavigate } from 'react-router'
import type { PluginScope } from '@polylogue/contract'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Problem } from '#ui/states.tsx'
import type { Plugin } from '../plugin-file.ts'
import { useConsent } from './api.ts'
import css from './frame.module.css'

/** Who asks, and what the person would allow, before anything of the plugin is loaded (PLUGIN-6). */
export function Consent({
  plugin,
  scopes,
  again,
}: {
  plugin: Plugin
  scopes: readonly PluginScope[]
  again: boolean
}) {
  const { t } = useTranslation('plugins')
  const errorMessage = useErrorMessage()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useConsent(plugin.id)
  const { name } = plugin
  return (
    <section className={css.consent} aria-labelledby="plugin-consent">
      <h2 id="plugin-consent">{t('consent.title', { name })}</h2>
      <p>{t(again ? 'consent.again' : 'consent.who', { name })}</p>
      <ScopeList scopes={scopes} />
      <p>{t('consent.limits')}</p>
      {error && <Problem>{errorMessage(error).sentence}</Problem>}
      <div className={css.choice}>
        <Button kind="fill" size="large" busy={isPending} onClick={() => mutate(scopes)}>
          {t('consent.allow')}
        </Button>
        <Button size="large" onClick={() => void navigate('/plugins')}>
          {t('consent.notNow')}
        </Button>
      </div>
    </section>
  )
}

/** Scopes in plain words. */
export function ScopeList({ scopes }: { scopes: readonly PluginScope[] }) {
  const { t } = useTranslation('plugins')
  return (
    <ul className={css.scopes}>
      {scopes.map((scope) => (
        <li key={scope}>
          <b>{t(`scopes.${scope}.name`)}</b> {t(`scopes.${scope}.text`)}
        </li>
      ))}
    </ul>
  )
}
