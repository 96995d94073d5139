// Memory of a module, and calls of its functions.
// An array is passed as its address and dimensions, a number as such, and a block, which stands for
// several arrays, as the address of their addresses and dimensions.

const TYPES = {
  uint8: Uint8Array,
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  int64: BigInt64Array,
  float32: Float32Array,
  float64: Float64Array,
};
const PAGE = 1 << 16;
const ALIGNED = 16;

/** A generator of random numbers, as kernels use it: the same two words, the same numbers. */
export class Rng {
  constructor(first, second) {
    const [one, two] = first === undefined ? crypto.getRandomValues(new Uint32Array(2)) : [first, second];
    this.words = BigInt64Array.of(BigInt(one), BigInt(two || 1));
  }
}

/** Some numbers in the memory of a module. */
class Numbers {
  #memory;
  #kind;
  #length;

  constructor(memory, type, shape, address) {
    this.#memory = memory;
    this.#kind = TYPES[type];
    this.#length = shape.reduce((size, each) => size * each, 1);
    this.address = address;
    this.shape = shape;
  }

  /** The numbers where they lie; not to be kept, since memory that grows moves. */
  get numbers() {
    return new this.#kind(this.#memory.buffer, this.address, this.#length);
  }

  put(numbers) {
    this.numbers.set(numbers);
  }

  take(length) {
    return [...this.numbers.subarray(0, length)];
  }
}

/** The functions of a module, and room for what they work with. */
export class Kernels {
  #exports;
  #kernels;
  #end;

  constructor(exports, kernels) {
    this.#exports = exports;
    this.#kernels = kernels;
    this.#end = exports.__heap_base.value;
  }

  has(name) {
    return name in this.#kernels;
  }

  /** Room for an array, all 0. */
  array(type, ...shape) {
    const bytes = shape.reduce((size, each) => size * each, TYPES[type].BYTES_PER_ELEMENT);
    return new Numbers(this.#exports.memory, type, shape, this.#take(bytes));
  }

  /** Room for all members of a block, with what they hold at first, and its address. */
  block(members) {
    const block = {};
    const words = [];
    for (const [name, member] of Object.entries(members)) {
      if (member.block) block[name] = this.block(member.block);
      else if (member.shares) block[name] = this.#seenAs(member, block[member.shares]);
      else block[name] = this.#member(member);
      words.push(block[name].address, ...(block[name].shape ?? []));
    }
    const place = this.array("int32", words.length);
    place.put(words);
    block.address = place.address;
    return block;
  }

  #member({ type, shape, initial }) {
    const made = this.array(type, ...shape);
    if (typeof initial === "number") made.numbers.fill(convert(type, initial));
    else if (initial) made.put(initial.map((each) => convert(type, each)));
    return made;
  }

  #seenAs({ type, shape }, other) {
    return new Numbers(this.#exports.memory, type, shape, other.address);
  }

  call(name, ...given) {
    const { symbol, parameters } = this.#kernels[name];
    const plain = [];
    let place = 0;
    for (const kind of Object.values(parameters)) {
      if (kind === "layout") continue;
      const value = given[place++];
      if (kind === "number") plain.push(value);
      else plain.push(value.address, ...(value.shape ?? []));
    }
    return this.#exports[symbol](...plain);
  }

  #take(bytes) {
    const { memory } = this.#exports;
    const start = Math.ceil(this.#end / ALIGNED) * ALIGNED;
    this.#end = start + bytes;
    const missing = this.#end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    return start;
  }
}

function convert(type, number) {
  return type === "int64" ? BigInt(number) : number;
}
