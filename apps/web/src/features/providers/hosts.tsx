import type { Provider } from '@polylogue/contract'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Status } from '#ui/table.tsx'
import css from './providers.module.css'

type Host = Provider['hosts'][number]

/** The addresses of a provider with the result of the last check of each. */
export function Hosts({ hosts, label }: { hosts: readonly Host[]; label: string }) {
  return (
    <ul className={css.hosts} aria-label={label}>
      {hosts.map((host) => (
        <li key={host.address} className={css.host}>
          <code className={css.address}>{host.address}</code>
          <Health host={host} />
        </li>
      ))}
    </ul>
  )
}

/** Reachable, with its version; or unreachable, since when and why. */
function Health({ host: { ok, version, checked, errorCode, errorMessage } }: { host: Host }) {
  const { t } = useTranslation('providers')
  const format = useFormat()
  if (checked === null) return <Status kind="off">{t('unchecked')}</Status>
  const at = format.moment(checked)
  if (ok)
    return (
      <span className={css.health} title={format.full(checked)}>
        <Status kind="ok">{version ? t('livingVersion', { version }) : t('living')}</Status>
        <span className={css.small}>{t('checkedAt', { at })}</span>
      </span>
    )
  return (
    <span className={css.health} title={format.full(checked)}>
      <Status kind="bad">{t('dead', { at })}</Status>
      <span className={css.small}>{errorMessage ?? errorCode ?? ''}</span>
    </span>
  )
}
