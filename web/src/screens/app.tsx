import { route } from '../route.ts';
import { Lobby } from './lobby.tsx';
import { TablePage } from './table.tsx';

export function App() {
  const here = route.value;
  switch (here.at) {
    case 'table':
      return <TablePage key={here.table} table={here.table} />;
    default:
      return <Lobby />;
  }
}
