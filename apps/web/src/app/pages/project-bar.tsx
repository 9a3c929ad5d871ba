// The top bar of a project: name, actions, and other users who have it open.
import type { Project } from '@polylogue/contract'
import { useMediaQuery } from '@mantine/hooks'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { COMPARE, withoutCompare } from '#features/compare/index.ts'
import { DownloadChatMenuItems } from '#features/export/index.ts'
import { ProjectMenuItems, ProjectTitle, useSharingWord } from '#features/projects/index.ts'
import { SharedPeople, sharesOf, SHARING } from '#features/sharing/index.ts'
import { useUserId } from '#features/session/index.ts'
import { canAdminister, canWrite } from '#lib/can.ts'
import { useDialogs } from '#lib/dialogs.ts'
import { lazyView } from '#lib/load-code.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { PanelButton } from '../panel/panel-button.tsx'
import { FreeWorkspace } from '../shell/free-workspace.tsx'
import { useNavigationState } from '../shell/navigation-context.ts'
import { TopBar } from '../shell/top-bar.tsx'
import { useProjectName } from './project-name.ts'

/** The share icon, and the same in the menu: not part of the first load of a chat. */
const ShareLinkButton = lazyView(
  async () => (await import('#features/shares/share-link-button.tsx')).ShareLinkButton,
)
const ShareLinkItem = lazyView(
  async () => (await import('#features/shares/share-link-button.tsx')).ShareLinkItem,
)

/** Wide enough for button labels: below this width the navigation is a drawer. */
const ROOMY = '(min-width: 1024px)'

interface ProjectBarProps {
  project: Project
  /** Whether the page shows the name itself. */
  isOverview: boolean
  onDelete: () => void
}

/** On small screens the bar has one menu: the page's menu, with the project's entries first. */
export function ProjectBar({ project, isOverview, onDelete }: ProjectBarProps) {
  const { t } = useTranslation('projects')
  const { small } = useNavigationState()
  const roomy = useMediaQuery(ROOMY, !small, { getInitialValueInEffect: false })
  const { renaming, inView, endRenaming } = useProjectName()
  return (
    <TopBar
      heading={project.name}
      headingBelow={isOverview}
      crumb={{ to: '/projects', text: t('title') }}
      tools={
        <>
          {roomy && <Tools project={project} />}
          {small && <PanelButton />}
        </>
      }
      menu={small ? <ProjectItems project={project} onDelete={onDelete} /> : undefined}
    >
      {isOverview ? (
        !inView && (
          <span className="cut" aria-hidden>
            {project.name}
          </span>
        )
      ) : (
        <ProjectTitle project={project} renaming={renaming} onDone={endRenaming}>
          <ProjectMenu project={project} onDelete={onDelete} />
        </ProjectTitle>
      )}
    </TopBar>
  )
}

type MenuProps = Omit<ProjectBarProps, 'isOverview'>

/** The menu beside the name of a project; on small screens the bar has its entries. */
export function ProjectMenu(props: MenuProps) {
  const { t } = useTranslation('projects')
  const { small, readOnly } = useNavigationState()
  if (small || readOnly) return null
  const button = <IconButton icon="dots" label={t('actionsFor', { name: props.project.name })} />
  return (
    <Menu target={button}>
      <ProjectItems {...props} />
    </Menu>
  )
}

function ProjectItems({ project, onDelete }: MenuProps) {
  const { t } = useTranslation('projects')
  const dialogs = useDialogs()
  return (
    <ProjectMenuItems project={project} onRename={useProjectName().rename} onDelete={onDelete}>
      {canWrite(project) && (
        <MenuItem icon="columns-3" onSelect={() => dialogs.show(COMPARE)}>
          {t('sendToAll')}
        </MenuItem>
      )}
      <Suspense fallback={null}>
        <ShareLinkItem project={project} />
      </Suspense>
      <DownloadChatMenuItems />
    </ProjectMenuItems>
  )
}

/** The most used actions have a label next to the icon. */
function Tools({ project }: { project: Project }) {
  const { t } = useTranslation('projects')
  const dialogs = useDialogs()
  const userId = useUserId()
  const sharing = useSharingWord()(project)
  const manages = canAdminister(project)
  const shared = manages ? sharesOf(project) > 0 : project.ownerId !== userId
  return (
    <>
      {shared && (
        <Suspense fallback={null}>
          <SharedPeople item={project} manages={manages} />
        </Suspense>
      )}
      {sharing && (
        <Button kind="quiet" icon="users" data-tour="share" onClick={() => dialogs.show(SHARING)}>
          {sharing}
        </Button>
      )}
      <Suspense fallback={null}>
        <ShareLinkButton project={project} />
      </Suspense>
      {canWrite(project) && (
        <Button kind="quiet" icon="columns-3" data-tour="compare" onClick={() => dialogs.show(COMPARE)}>
          {t('compare')}
        </Button>
      )}
      <FreeWorkspace />
    </>
  )
}

export function CompareBar({ project }: { project: Project }) {
  const { t } = useTranslation('projects')
  const [params] = useSearchParams()
  const { small } = useNavigationState()
  const tabs = `?${withoutCompare(params).toString()}`
  const tools = (
    <LinkButton icon="x" to={tabs} {...(small ? { size: 'small' as const } : {})}>
      {small ? t('close') : t('closeComparison')}
    </LinkButton>
  )
  return (
    <TopBar
      heading={t('comparison')}
      crumb={{ to: `/projects/${project.id}${tabs}`, text: project.name }}
      tools={tools}
    >
      <h1 className="cut" tabIndex={-1}>
        {t('comparison')}
      </h1>
    </TopBar>
  )
}
