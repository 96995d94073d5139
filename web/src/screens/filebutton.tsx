/** A button that asks for a file with games or a position. */
interface Props {
  is: string; // what the button does, for tests
  chosen: (file: File) => Promise<void>;
  children: string;
}

export function FileButton({ is, chosen, children }: Props) {
  const change = (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    input.value = ''; // so that the same file can be chosen again
    if (file) void chosen(file);
  };
  return (
    <label class="button">
      {children}
      <input
        type="file"
        class="unseen"
        accept=".json,.txt,application/json,text/plain"
        onChange={event => change(event.currentTarget)}
        data-do={is}
      />
    </label>
  );
}
