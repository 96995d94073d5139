import { isSite, route } from '../route.ts';
import { AwayBar } from './awaybar.tsx';
import { Bars } from './bar.tsx';
import { Lobby } from './lobby.tsx';
import { lazily } from './lazy.tsx';
import { TablePage } from './table.tsx';

const ReplayPage = lazily(async () => (await import('./study.tsx')).ReplayPage);
const Opening = lazily(async () => (await import('./analysis/opening.tsx')).Opening);
const Editor = lazily(async () => (await import('./analysis/editor.tsx')).Editor);
const AnalysisOfPosition = lazily(async () => (await import('./analysis/page.tsx')).AnalysisOfPosition);
const AnalysisOfTable = lazily(async () => (await import('./analysis/page.tsx')).AnalysisOfTable);
const HistoryPage = lazily(async () => (await import('./history.tsx')).HistoryPage);
const PuzzlePage = lazily(async () => (await import('./puzzle.tsx')).PuzzlePage);
const PuzzlesPage = lazily(async () => (await import('./puzzles.tsx')).PuzzlesPage);
const TodayPage = lazily(async () => (await import('./today.tsx')).TodayPage);
const ComparePage = lazily(async () => (await import('./compare.tsx')).ComparePage);
const SkillPage = lazily(async () => (await import('./skill.tsx')).SkillPage);
const LinkPage = lazily(async () => (await import('./link.tsx')).LinkPage);
const BringPage = lazily(async () => (await import('./importGame.tsx')).BringPage);
const TourPage = lazily(async () => (await import('./tour.tsx')).TourPage);

const SiteBar = lazily(async () => (await import('./sitebar.tsx')).SiteBar, false);

export function App() {
  return (
    <>
      <Bars>{isSite ? <SiteBar /> : <AwayBar />}</Bars>
      <Screen />
    </>
  );
}

function Screen() {
  const here = route.value;
  switch (here.at) {
    case 'table':
      return <TablePage key={here.table} table={here.table} />;
    case 'replay':
      return <ReplayPage key={`${here.table} ${here.ply}`} table={here.table} isReview={here.isReview} first={here.ply} />;
    case 'position':
      return <AnalysisOfPosition key={here.position} position={here.position} />;
    case 'opening':
      return <Opening />;
    case 'fresh':
      return <Editor key={here.game} from={{ game: here.game }} />;
    case 'edit':
      return <Editor key={here.position} from={{ position: here.position }} />;
    case 'analysis':
      return <AnalysisOfTable key={`${here.table} ${here.ply}`} table={here.table} ply={here.ply} />;
    case 'tour':
      return <TourPage key={here.game} game={here.game} table={here.table} />;
    case 'bring':
      return <BringPage key={here.packed} packed={here.packed} />;
    case 'history':
      return <HistoryPage />;
    case 'puzzle':
      return <PuzzlePage key={here.puzzle} puzzle={here.puzzle} />;
    case 'puzzles':
      return <PuzzlesPage />;
    case 'today':
      return <TodayPage key={here.day} day={here.day} />;
    case 'day':
      return <ComparePage key={here.link} link={here.link} />;
    case 'skill':
      return <SkillPage />;
    case 'link':
      return <LinkPage key={here.secret} secret={here.secret} back={here.back} />;
    case 'lobby':
      return <Lobby />;
  }
}
