import type { Provider } from '@polylogue/contract'
import { useDialogsOf } from '#lib/dialogs.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Chip } from '#ui/chip.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Hosts } from './hosts.tsx'
import { silenceOf } from './silence.ts'
import css from './providers.module.css'

/** Dialog names in the URL; all but the first refer to the provider in `&provider=`. */
export const NEW_PROVIDER = 'new-provider'
export const EDIT_PROVIDER = 'edit-provider'
export const DELETE_PROVIDER = 'delete-provider'

/** A provider: kind, state of its hosts, and actions. */
export function ProviderRow({ provider }: { provider: Provider }) {
  const { t } = useTranslation(['providers', 'models'])
  const format = useFormat()
  const { name, kind, isLocal, numModels, hasKey, source, hosts } = provider
  const silence = silenceOf(hosts)
  const facts = [
    t(`kinds.${kind}`),
    t('numModels', { count: numModels, number: format.number(numModels) }),
    hasKey ? t('keyStored') : '',
    source === 'configured' ? '' : t(`sources.${source}`),
  ].filter(Boolean)
  return (
    <li className={css.row}>
      <div className={css.text}>
        <span className={css.first}>
          <b className="cut" title={name}>
            {name}
          </b>
          {isLocal ? (
            <Chip kind="line">{t('models:local')}</Chip>
          ) : (
            <Chip kind="warn">{t('models:external')}</Chip>
          )}
        </span>
        <span className={css.facts}>{facts.join(' · ')}</span>
        {silence !== 'none' && (
          <span className={css.awaited} role="status">
            <Icon name={silence === 'awaited' ? 'clock' : 'alert-circle'} size={14} />
            {t(silence)}
          </span>
        )}
        {hosts.length > 0 && <Hosts hosts={hosts} label={t('hostsOf', { name })} />}
      </div>
      <Actions provider={provider} />
    </li>
  )
}

/** Providers from the configuration are read-only here; says where to change them. */
function Actions({ provider: { id, name, source } }: { provider: Provider }) {
  const { t } = useTranslation('providers')
  const dialogs = useDialogsOf('provider')
  const ours = source === 'configured'
  const reason = ours ? '' : t(`reasons.${source}`)
  return (
    <span className={css.actions}>
      <IconButton
        icon="pencil"
        label={ours ? t('edit', { name }) : t('notEditable', { name, reason })}
        aria-disabled={!ours || undefined}
        onClick={ours ? () => dialogs.show(EDIT_PROVIDER, id) : undefined}
      />
      <IconButton
        icon="trash"
        label={ours ? t('delete', { name }) : t('notDeletable', { name, reason })}
        aria-disabled={!ours || undefined}
        onClick={ours ? () => dialogs.show(DELETE_PROVIDER, id) : undefined}
      />
    </span>
  )
}
