"""HMAC_DRBG against the vectors that NIST publishes (CAVP, HMAC_DRBG.rsp, SHA-256, no prediction resistance)."""

from dataclasses import dataclass

import pytest

from houseway.cards.drbg import MOST_BYTES_PER_REQUEST, HmacDrbg

RETURNED = 128


@dataclass(frozen=True)
class Vector:
    name: str
    entropy: str
    nonce: str
    returned: str
    personalization: str = ""
    reseed: str = ""


VECTORS = (
    Vector(
        "no reseed, count 0",
        entropy="ca851911349384bffe89de1cbdc46e6831e44d34a4fb935ee285dd14b71a7488",
        nonce="659ba96c601dc69fc902940805ec0ca8",
        returned="e528e9abf2dece54d47c7e75e5fe302149f817ea9fb4bee6f4199697d04d5b89"
        "d54fbb978a15b5c443c9ec21036d2460b6f73ebad0dc2aba6e624abf07745bc1"
        "07694bb7547bb0995f70de25d6b29e2d3011bb19d27676c07162c8b5ccde0668"
        "961df86803482cb37ed6d5c0bb8d50cf1f50d476aa0458bdaba806f48be9dcb8",
    ),
    Vector(
        "no reseed, count 14",
        entropy="451ed024bc4b95f1025b14ec3616f5e42e80824541dc795a2f07500f92adc665",
        nonce="2f28e6ee8de5879db1eccd58c994e5f0",
        returned="3fb637085ab75f4e95655faae95885166a5fbb423bb03dbf0543be063bcd4879"
        "9c4f05d4e522634d9275fe02e1edd920e26d9accd43709cb0d8f6e50aa54a5f3"
        "bdd618be23cf73ef736ed0ef7524b0d14d5bef8c8aec1cf1ed3e1c38a808b35e"
        "61a44078127c7cb3a8fd7addfa50fcf3ff3bc6d6bc355d5436fe9b71eb44f7fd",
    ),
    Vector(
        "personalization, count 0",
        entropy="5cacc68165a2e2ee20812f35ec73a79dbf30fd475476ac0c44fc6174cdac2b55",
        nonce="6f885496c1e63af620becd9e71ecb824",
        personalization="e72dd8590d4ed5295515c35ed6199e9d211b8f069b3058caa6670b96ef1208d0",
        returned="f1012cf543f94533df27fedfbf58e5b79a3dc517a9c402bdbfc9a0c0f721f9d5"
        "3faf4aafdc4b8f7a1b580fcaa52338d4bd95f58966a243cdcd3f446ed4bc546d"
        "9f607b190dd69954450d16cd0e2d6437067d8b44d19a6af7a7cfa8794e5fbd72"
        "8e8fb2f2e8db5dd4ff1aa275f35886098e80ff844886060da8b1e7137846b23b",
    ),
    Vector(
        "personalization, count 1",
        entropy="8df013b4d103523073917ddf6a869793059e9943fc8654549e7ab22f7c29f122",
        nonce="da2625af2ddd4abcce3cf4fa4659d84e",
        personalization="b571e66d7c338bc07b76ad3757bb2f9452bf7e07437ae8581ce7bc7c3ac651a9",
        returned="b91cba4cc84fa25df8610b81b641402768a2097234932e37d590b1154cbd23f9"
        "7452e310e291c45146147f0da2d81761fe90fba64f94419c0f662b28c1ed94da"
        "487bb7e73eec798fbcf981b791d1be4f177a8907aa3c401643a5b62b87b89d66"
        "b3a60e40d4a8e4e9d82af6d2700e6f535cdb51f75c321729103741030ccc3a56",
    ),
    Vector(
        "reseed, count 0",
        entropy="06032cd5eed33f39265f49ecb142c511da9aff2af71203bffaf34a9ca5bd9c0d",
        nonce="0e66f71edc43e42a45ad3c6fc6cdc4df",
        reseed="01920a4e669ed3a85ae8a33b35a74ad7fb2a6bb4cf395ce00334a9c9a5a5d552",
        returned="76fc79fe9b50beccc991a11b5635783a83536add03c157fb30645e611c2898bb"
        "2b1bc215000209208cd506cb28da2a51bdb03826aaf2bd2335d576d519160842"
        "e7158ad0949d1a9ec3e66ea1b1a064b005de914eac2e9d4f2d72a8616a802254"
        "22918250ff66a41bd2f864a6a38cc5b6499dc43f7f2bd09e1e0f8f5885935124",
    ),
)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_second_request_returns_the_bytes_that_nist_published(vector: Vector) -> None:
    generator = HmacDrbg(
        bytes.fromhex(vector.entropy), bytes.fromhex(vector.nonce), bytes.fromhex(vector.personalization)
    )
    if vector.reseed:
        generator.reseed(bytes.fromhex(vector.reseed))
    generator.generate(RETURNED)
    assert generator.generate(RETURNED).hex() == vector.returned


def test_a_shorter_request_is_the_beginning_of_a_longer_one() -> None:
    whole = HmacDrbg(b"entropy").generate(100)
    assert [HmacDrbg(b"entropy").generate(size) for size in (0, 1, 31, 32, 33, 64)] == [
        whole[:size] for size in (0, 1, 31, 32, 33, 64)
    ]


def test_where_a_request_ends_changes_what_follows() -> None:
    """Each request closes with an update of the key, even though it is only made when the next one comes."""
    in_two = HmacDrbg(b"entropy")
    assert in_two.generate(32) + in_two.generate(32) != HmacDrbg(b"entropy").generate(64)


@pytest.mark.parametrize("size", [-1, MOST_BYTES_PER_REQUEST + 1])
def test_a_request_outside_the_standard_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match=f"0 to 65536 bytes; got {size}"):
        HmacDrbg(b"entropy").generate(size)
