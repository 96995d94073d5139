/** Where games are kept: values under keys, in a database of the browser. See `offline/disk.py`. */

export type Change = [key: string, value: Uint8Array | null | undefined];

const STORE = 'values';

export class Disk {
  private database: Promise<IDBDatabase> | null = null;

  constructor(private readonly name: string) {}

  /** Everything that is kept. */
  async load(): Promise<[string, Uint8Array][]> {
    const store = (await this.open()).transaction(STORE).objectStore(STORE);
    const [keys, values] = await Promise.all([answer(store.getAllKeys()), answer(store.getAll())]);
    return keys.map((key, i) => [String(key), values[i] as Uint8Array]);
  }

  /** Make all changes or none; when it resolves, they outlast the browser and the device. */
  async write(changes: Change[]): Promise<void> {
    const writing = (await this.open()).transaction(STORE, 'readwrite', { durability: 'strict' });
    const store = writing.objectStore(STORE);
    try {
      for (const [key, value] of changes) {
        if (value) store.put(value, key);
        else store.delete(key);
      }
    } catch (error) {
      writing.abort();
      throw error;
    }
    await new Promise<void>((resolve, reject) => {
      writing.oncomplete = () => resolve();
      writing.onabort = () => reject(writing.error ?? new DOMException('nothing was kept', 'AbortError'));
    });
  }

  private open(): Promise<IDBDatabase> {
    this.database ??= this.opened().catch((error: unknown) => {
      this.database = null; // it may be there another time
      throw error;
    });
    return this.database;
  }

  private async opened(): Promise<IDBDatabase> {
    const opening = indexedDB.open(this.name, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    const database = await answer(opening);
    database.onversionchange = database.onclose = () => {
      database.close();
      this.database = null;
    };
    return database;
  }
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error!);
  });
}
