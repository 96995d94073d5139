export function Lobby() {
  return <main class="lobby" />;
}
