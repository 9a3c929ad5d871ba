import type { Message, Project, Tab } from '@polylogue/contract'
import { useState } from 'react'
import { useTabs } from '#features/tabs/index.ts'
import { useConfig } from '#lib/config.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog, DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { Segments } from '#ui/segments.tsx'
import { Problem } from '#ui/states.tsx'
import { FORMATS, isDocument, showsPictures, type FileFormat } from './formats.ts'
import {
  DETAILS,
  keepDetails,
  keepFormat,
  lastDetails,
  lastFormat,
  type Detail,
  type ExportDetails,
} from './remembered.ts'
import css from './saving-dialog.module.css'
import { useDownload, type Work } from './use-download.ts'

interface DownloadDialogProps {
  opened: boolean
  project: Project
  tab: Tab
  /** The only message of the file; undefined for the whole tab, or all tabs of the project. */
  message?: Message | undefined
  /** The older versions that a tab shows; the file has them instead of the newest. Not needed for a message. */
  shownIds?: (tabId: number) => readonly number[]
  onClose: () => void
}

/** Downloads an answer, a tab or all tabs of a project in one of the formats of this installation. */
export function DownloadDialog({
  opened,
  project,
  tab,
  message,
  shownIds = () => [],
  onClose,
}: DownloadDialogProps) {
  const { t } = useTranslation(['export', 'ui'])
  const { scope, setScope, tabs } = useScope(project, tab, message)
  const offered = useFormats(scope === 'project')
  const [chosen, setChosen] = useState<string | null>(lastFormat)
  const [details, setDetails] = useState(lastDetails)
  const format = offered.find((each) => each === chosen) ?? offered[0]
  const { download, work, failure, cancel } = useDownload({ project, tab, shownIds })
  const leave = () => {
    cancel()
    onClose()
  }
  const submit = async () => {
    if (!format || work) return
    keepFormat(format)
    keepDetails(details)
    if (await download({ format, details, message, tabs })) onClose()
  }
  return (
    <Dialog
      opened={opened}
      title={message ? t('titleAnswer') : t('title')}
      lead={
        message
          ? undefined
          : t(scope === 'project' ? 'leadProject' : 'lead', { name: nameOf(scope, project, tab) })
      }
      width={480}
      onClose={leave}
    >
      <DialogForm onSubmit={() => void submit()}>
        <DialogBody>
          {setScope && (
            <Segments
              label={t('scope')}
              value={scope}
              options={[
                { value: 'tab', label: t('scopes.tab') },
                { value: 'project', label: t('scopes.project') },
              ]}
              onChange={setScope}
            />
          )}
          <Formats offered={offered} chosen={format} onChoose={setChosen} />
          {format && <Details names={detailsOf(format)} details={details} onChange={setDetails} />}
          {failure && <Problem>{failure}</Problem>}
          <Progress work={work} />
        </DialogBody>
        <FormFoot verb={t('download')} icon="download" busy={work !== undefined} onCancel={leave} />
      </DialogForm>
    </Dialog>
  )
}

type Scope = 'tab' | 'project'

const nameOf = (scope: Scope, project: Project, tab: Tab) => (scope === 'project' ? project.name : tab.name)

/** Returns what is downloaded; it can be chosen if the project has several tabs. */
function useScope(project: Project, tab: Tab, message: Message | undefined) {
  const [scope, setScope] = useState<Scope>('tab')
  const { data: tabs = [] } = useTabs(project.id)
  const canChoose = message === undefined && tabs.length > 1
  const isProject = canChoose && scope === 'project'
  return {
    scope: isProject ? scope : ('tab' as const),
    setScope: canChoose ? setScope : undefined,
    tabs: isProject ? tabs : [tab],
  }
}

interface FormatsProps {
  offered: readonly FileFormat[]
  chosen: FileFormat | undefined
  onChoose: (format: FileFormat) => void
}

function Formats({ offered, chosen, onChoose }: FormatsProps) {
  const { t } = useTranslation('export')
  return (
    <fieldset className={css.formats}>
      <legend className="sr">{t('format')}</legend>
      {offered.map((each) => (
        <label key={each} className={css.format}>
          <input
            type="radio"
            name="format"
            checked={each === chosen}
            data-autofocus={each === chosen || undefined}
            onChange={() => onChoose(each)}
          />
          {t(`formats.${each}`)}
        </label>
      ))}
    </fieldset>
  )
}

/** What a file of this format may have beside the texts. */
function detailsOf(format: FileFormat): readonly Detail[] {
  if (isDocument(format)) return DETAILS
  return showsPictures(format) ? ['pictures'] : []
}

interface DetailsProps {
  names: readonly Detail[]
  details: ExportDetails
  onChange: (details: ExportDetails) => void
}

/** What a file has beside the texts. */
function Details({ names, details, onChange }: DetailsProps) {
  const { t } = useTranslation('export')
  if (names.length === 0) return null
  return (
    <fieldset className={css.details}>
      <legend>{t('include')}</legend>
      {names.map((name) => (
        <Checkbox
          key={name}
          label={t(`includes.${name}`)}
          checked={details[name]}
          onChange={(event) => onChange({ ...details, [name]: event.currentTarget.checked })}
        />
      ))}
    </fieldset>
  )
}

function Progress({ work }: { work: Work }) {
  const { t } = useTranslation('export')
  const format = useFormat()
  const written = (done: number, all: number) =>
    t('written', { count: all, done: format.number(done), all: format.number(all) })
  return (
    <p className={css.progress} role="status">
      {work && 'known' in work && t('loading', { count: work.known, known: format.number(work.known) })}
      {work &&
        'pictures' in work &&
        t('loadingPictures', {
          count: work.all,
          done: format.number(work.pictures),
          all: format.number(work.all),
        })}
      {work && 'done' in work && (work.done > 0 ? written(work.done, work.all) : t('making'))}
    </p>
  )
}

/** Returns the formats of this installation (`exportFormats`); only documents can have several tabs. */
function useFormats(several: boolean): readonly FileFormat[] {
  const { exportFormats } = useConfig()
  return FORMATS.filter((each) => exportFormats.includes(each) && (!several || isDocument(each)))
}
